# task: ResidualStack
# mistake: block-repeated
# fails: ResidualStack.count_of_three_blocks, ResidualStack.each_block_adds_its_branch
"""Applies a single block depth times."""


class ResidualStack(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.depth = depth
        self.block = nn.Sequential(nn.LayerNorm(dim), nn.Linear(dim, dim), nn.ReLU()) if depth else None

    def forward(self, x):
        for _ in range(self.depth):
            x = x + self.block(x)
        return x
