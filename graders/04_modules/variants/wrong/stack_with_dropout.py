# task: ResidualStack
# mistake: other-in-train-mode
# fails: ResidualStack.each_block_adds_its_branch
"""A Dropout on each branch, out of habit."""


class ResidualStack(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.blocks = nn.ModuleList(
            nn.Sequential(nn.LayerNorm(dim), nn.Linear(dim, dim), nn.ReLU(), nn.Dropout(0.1)) for _ in range(depth)
        )

    def forward(self, x):
        for block in self.blocks:
            x = x + block(x)
        return x
