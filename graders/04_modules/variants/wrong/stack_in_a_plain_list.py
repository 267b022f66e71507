# task: ResidualStack
# mistake: nothing-registered
# fails: ResidualStack.count_of_three_blocks, ResidualStack.each_block_adds_its_branch, ResidualStack.input_stays, ResidualStack.no_block_and_one_block, ResidualStack.two_blocks_by_hand
"""Keeps the blocks where nn.Module does not look."""


class ResidualStack(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.blocks = [nn.Sequential(nn.LayerNorm(dim), nn.Linear(dim, dim), nn.ReLU()) for _ in range(depth)]

    def forward(self, x):
        for block in self.blocks:
            x = x + block(x)
        return x
