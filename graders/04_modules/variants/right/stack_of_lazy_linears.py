# task: ResidualStack
"""Linears that take their input width at the first call."""


class ResidualStack(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.norms = nn.ModuleList(nn.LayerNorm(dim) for _ in range(depth))
        self.linears = nn.ModuleList(nn.LazyLinear(dim) for _ in range(depth))

    def forward(self, x):
        for norm, linear in zip(self.norms, self.linears, strict=True):
            x = x + F.relu(linear(norm(x)))
        return x
