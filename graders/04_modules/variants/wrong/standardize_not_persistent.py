# task: Standardize
# mistake: not-persistent
# fails: Standardize.travels_in_the_state_dict
"""The buffers move along and are not saved."""


class Standardize(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.register_buffer("mean", torch.zeros(dim), persistent=False)
        self.register_buffer("std", torch.ones(dim), persistent=False)

    def fit(self, x):
        self.mean.copy_(x.mean(dim=0))
        self.std.copy_(x.std(dim=0))

    def forward(self, x):
        return (x - self.mean) / self.std
