# task: ResidualStack
"""Deep copies of one block are blocks of their own, though equal at first."""


class ResidualStack(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        block = nn.Sequential(nn.LayerNorm(dim), nn.Linear(dim, dim), nn.ReLU(inplace=True))
        self.blocks = nn.Sequential(*[copy.deepcopy(block) for _ in range(depth)])

    def forward(self, x):
        for block in self.blocks:
            x = x + block(x)
        return x
