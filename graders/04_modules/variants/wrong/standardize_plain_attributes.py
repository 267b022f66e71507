# task: Standardize
# mistake: plain-attribute
# fails: Standardize.moves_with_the_module, Standardize.travels_in_the_state_dict
"""Keeps the statistics in ordinary attributes."""


class Standardize(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.mean = torch.zeros(dim)
        self.std = torch.ones(dim)

    def fit(self, x):
        self.mean = x.mean(dim=0)
        self.std = x.std(dim=0)

    def forward(self, x):
        return (x - self.mean) / self.std
