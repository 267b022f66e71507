# task: Standardize
# mistake: buffers-born-in-fit
# fails: Standardize.travels_in_the_state_dict
"""The buffers are None before the first fit."""


class Standardize(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.register_buffer("mean", None)
        self.register_buffer("std", None)

    def fit(self, x):
        self.mean = x.mean(dim=0)
        self.std = x.std(dim=0)

    def forward(self, x):
        return (x - self.mean) / self.std
