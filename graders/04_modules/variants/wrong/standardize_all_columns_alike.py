# task: Standardize
# mistake: global-statistics
# fails: Standardize.moves_with_the_module, Standardize.travels_in_the_state_dict, Standardize.two_columns_by_hand, Standardize.uses_the_fitted_statistics
"""One mean and one std for everything."""


class Standardize(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.register_buffer("mean", torch.zeros(dim))
        self.register_buffer("std", torch.ones(dim))

    def fit(self, x):
        self.mean.copy_(x.mean())
        self.std.copy_(x.std())

    def forward(self, x):
        return (x - self.mean) / self.std
