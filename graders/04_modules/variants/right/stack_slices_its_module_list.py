# task: ResidualStack
"""Walks over a slice of the ModuleList."""


class ResidualStack(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.blocks = nn.ModuleList(
            nn.Sequential(nn.LayerNorm(dim), nn.Linear(dim, dim), nn.ReLU()) for _ in range(depth)
        )

    def forward(self, x):
        for block in self.blocks[:]:
            x = x + block(x)
        return x
