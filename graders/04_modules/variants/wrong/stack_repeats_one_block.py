# task: ResidualStack
# mistake: block-repeated
# fails: ResidualStack.count_of_three_blocks, ResidualStack.each_block_adds_its_branch
"""[block] * depth is one block."""


class ResidualStack(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        block = nn.Sequential(nn.LayerNorm(dim), nn.Linear(dim, dim), nn.ReLU())
        self.blocks = nn.ModuleList([block] * depth)

    def forward(self, x):
        for block in self.blocks:
            x = x + block(x)
        return x
