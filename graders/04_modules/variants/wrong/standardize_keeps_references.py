# task: Standardize
# mistake: stale-reference
# fails: Standardize.moves_with_the_module
"""forward uses a list of the buffers as they were at construction."""


class Standardize(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.register_buffer("mean", torch.zeros(dim))
        self.register_buffer("std", torch.ones(dim))
        self.both = [self.mean, self.std]

    def fit(self, x):
        self.mean.copy_(x.mean(dim=0))
        self.std.copy_(x.std(dim=0))

    def forward(self, x):
        mean, std = self.both
        return (x - mean) / std
