# task: Standardize
# mistake: statistics-as-parameters
# fails: Standardize.moves_with_the_module, Standardize.travels_in_the_state_dict, Standardize.two_columns_by_hand, Standardize.uses_the_fitted_statistics
"""Makes the statistics parameters."""


class Standardize(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.mean = nn.Parameter(torch.zeros(dim), requires_grad=False)
        self.std = nn.Parameter(torch.ones(dim), requires_grad=False)

    def fit(self, x):
        self.mean.copy_(x.mean(dim=0))
        self.std.copy_(x.std(dim=0))

    def forward(self, x):
        return (x - self.mean) / self.std
