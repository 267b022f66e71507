# task: Standardize
"""A third buffer says whether fit was called; a tiny epsilon guards the division."""


class Standardize(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.register_buffer("mean", torch.zeros(dim))
        self.register_buffer("std", torch.ones(dim))
        self.register_buffer("fitted", torch.tensor(False))

    def fit(self, x):
        self.mean.copy_(x.mean(dim=0))
        self.std.copy_(x.std(dim=0))
        self.fitted.fill_(True)

    def forward(self, x):
        if not self.fitted:
            raise RuntimeError("call fit first")
        return (x - self.mean) / (self.std + 1e-7)
