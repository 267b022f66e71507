# task: ResidualStack
# mistake: norm-after-linear
# fails: ResidualStack.each_block_adds_its_branch, ResidualStack.no_block_and_one_block, ResidualStack.two_blocks_by_hand
"""Linear, LayerNorm, ReLU."""


class ResidualStack(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.blocks = nn.ModuleList(nn.Sequential(nn.Linear(dim, dim), nn.LayerNorm(dim), nn.ReLU()) for _ in range(depth))

    def forward(self, x):
        for block in self.blocks:
            x = x + block(x)
        return x
