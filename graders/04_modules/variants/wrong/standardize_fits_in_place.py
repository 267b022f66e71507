# task: Standardize
# mistake: changed-its-input
# fails: Standardize.uses_the_fitted_statistics, Standardize.moves_with_the_module
"""fit centres the caller's data."""


class Standardize(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.register_buffer("mean", torch.zeros(dim))
        self.register_buffer("std", torch.ones(dim))

    def fit(self, x):
        self.mean.copy_(x.mean(dim=0))
        x -= self.mean
        self.std.copy_(x.std(dim=0))

    def forward(self, x):
        return (x - self.mean) / self.std
