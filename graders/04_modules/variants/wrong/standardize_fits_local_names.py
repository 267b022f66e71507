# task: Standardize
# mistake: not-fitted
# fails: Standardize.moves_with_the_module, Standardize.travels_in_the_state_dict, Standardize.two_columns_by_hand, Standardize.uses_the_fitted_statistics
"""fit computes two numbers and forgets them."""


class Standardize(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.register_buffer("mean", torch.zeros(dim))
        self.register_buffer("std", torch.ones(dim))

    def fit(self, x):
        mean = x.mean(dim=0)
        std = x.std(dim=0)
        return mean, std

    def forward(self, x):
        return (x - self.mean) / self.std
