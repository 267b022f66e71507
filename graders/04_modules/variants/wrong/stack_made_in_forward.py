# task: ResidualStack
# mistake: layer-in-forward
# fails: ResidualStack.count_of_three_blocks, ResidualStack.each_block_adds_its_branch, ResidualStack.input_stays, ResidualStack.no_block_and_one_block, ResidualStack.two_blocks_by_hand
"""New layers at every call."""


class ResidualStack(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.dim, self.depth = dim, depth

    def forward(self, x):
        for _ in range(self.depth):
            x = x + F.relu(nn.Linear(self.dim, self.dim)(nn.LayerNorm(self.dim)(x)))
        return x
