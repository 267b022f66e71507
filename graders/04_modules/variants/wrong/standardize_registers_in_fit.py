# task: Standardize
# mistake: buffers-born-in-fit
# fails: Standardize.travels_in_the_state_dict
"""There is no buffer before the first fit."""


class Standardize(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.dim = dim

    def fit(self, x):
        self.register_buffer("mean", x.mean(dim=0))
        self.register_buffer("std", x.std(dim=0))

    def forward(self, x):
        return (x - self.mean) / self.std
