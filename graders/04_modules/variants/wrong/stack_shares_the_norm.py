# task: ResidualStack
# mistake: norm-shared
# fails: ResidualStack.count_of_three_blocks, ResidualStack.each_block_adds_its_branch
"""One LayerNorm serves all blocks."""


class ResidualStack(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.norm = nn.LayerNorm(dim) if depth else nn.Identity()
        self.linears = nn.ModuleList(nn.Linear(dim, dim) for _ in range(depth))

    def forward(self, x):
        for linear in self.linears:
            x = x + F.relu(linear(self.norm(x)))
        return x
