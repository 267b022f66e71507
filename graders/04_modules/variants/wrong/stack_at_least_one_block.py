# task: ResidualStack
# mistake: none
# fails: ResidualStack.no_block_and_one_block
"""depth 0 gets a block."""


class ResidualStack(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.blocks = nn.ModuleList(
            nn.Sequential(nn.LayerNorm(dim), nn.Linear(dim, dim), nn.ReLU())
            for _ in range(max(depth, 1))
        )

    def forward(self, x):
        for block in self.blocks:
            x = x + block(x)
        return x
