# task: ResidualStack
# mistake: linear-shared
# fails: ResidualStack.count_of_three_blocks, ResidualStack.each_block_adds_its_branch
"""One Linear, made before the blocks and put into each of them."""


class ResidualStack(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        linear = nn.Linear(dim, dim)
        self.blocks = nn.ModuleList(nn.Sequential(nn.LayerNorm(dim), linear, nn.ReLU()) for _ in range(depth))

    def forward(self, x):
        for block in self.blocks:
            x = x + block(x)
        return x
