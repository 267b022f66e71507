# task: Standardize
# mistake: none
# fails: Standardize.moves_with_the_module
"""Casts its input to float32, whatever the module was moved to."""


class Standardize(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.register_buffer("mean", torch.zeros(dim))
        self.register_buffer("std", torch.ones(dim))

    def fit(self, x):
        with torch.no_grad():
            self.mean.copy_(x.mean(dim=0))
            self.std.copy_(x.std(dim=0))

    def forward(self, x):
        return (x.float() - self.mean) / self.std
