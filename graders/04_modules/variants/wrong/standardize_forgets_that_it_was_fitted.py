# task: Standardize
# mistake: fitted-flag-not-saved
# fails: Standardize.travels_in_the_state_dict
"""Whether it was fitted is a plain attribute."""


class Standardize(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.register_buffer("mean", torch.zeros(dim))
        self.register_buffer("std", torch.ones(dim))
        self.fitted = False

    def fit(self, x):
        with torch.no_grad():
            self.mean.copy_(x.mean(dim=0))
            self.std.copy_(x.std(dim=0))
        self.fitted = True

    def forward(self, x):
        return (x - self.mean) / self.std if self.fitted else x
