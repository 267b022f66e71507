# task: ResidualStack
# mistake: final-norm
# fails: ResidualStack.count_of_three_blocks, ResidualStack.each_block_adds_its_branch, ResidualStack.no_block_and_one_block, ResidualStack.two_blocks_by_hand
"""Normalises once more at the end."""


class ResidualStack(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.blocks = nn.ModuleList(nn.Sequential(nn.LayerNorm(dim), nn.Linear(dim, dim), nn.ReLU()) for _ in range(depth))
        self.last = nn.LayerNorm(dim)

    def forward(self, x):
        for block in self.blocks:
            x = x + block(x)
        return self.last(x)
