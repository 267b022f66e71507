# task: Standardize
# mistake: none
# fails: Standardize.moves_with_the_module, Standardize.travels_in_the_state_dict, Standardize.two_columns_by_hand, Standardize.uses_the_fitted_statistics
"""Divides by the root mean square, which is wrong before any move."""


class Standardize(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.register_buffer("mean", torch.zeros(dim))
        self.register_buffer("std", torch.ones(dim))

    def fit(self, x):
        with torch.no_grad():
            self.mean.copy_(x.mean(dim=0))
            self.std.copy_(x.square().mean(dim=0).sqrt())

    def forward(self, x):
        return (x - self.mean) / self.std
