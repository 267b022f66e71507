# task: ResidualStack
"""A block and a smaller stack; the inner one is registered first and applied last."""


class ResidualStack(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.rest = ResidualStack(dim, depth - 1) if depth > 1 else nn.Identity()
        self.branch = nn.Sequential(nn.LayerNorm(dim), nn.Linear(dim, dim), nn.ReLU()) if depth else None

    def forward(self, x):
        return x if self.branch is None else self.rest(x + self.branch(x))
