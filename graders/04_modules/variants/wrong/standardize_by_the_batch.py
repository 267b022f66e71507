# task: Standardize
# mistake: batch-statistics
# fails: Standardize.moves_with_the_module, Standardize.travels_in_the_state_dict, Standardize.two_columns_by_hand, Standardize.uses_the_fitted_statistics
"""forward uses the statistics of what it is given."""


class Standardize(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.register_buffer("mean", torch.zeros(dim))
        self.register_buffer("std", torch.ones(dim))

    def fit(self, x):
        self.mean.copy_(x.mean(dim=0))
        self.std.copy_(x.std(dim=0))

    def forward(self, x):
        return (x - x.mean(dim=0)) / (x.std(dim=0) if len(x) > 1 else self.std)
