# task: ResidualStack
# mistake: norm-after-adding
# fails: ResidualStack.each_block_adds_its_branch, ResidualStack.no_block_and_one_block, ResidualStack.two_blocks_by_hand
"""Normalises after adding, as the first transformers did."""


class ResidualStack(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.norms = nn.ModuleList(nn.LayerNorm(dim) for _ in range(depth))
        self.linears = nn.ModuleList(nn.Linear(dim, dim) for _ in range(depth))

    def forward(self, x):
        for norm, linear in zip(self.norms, self.linears):
            x = norm(x + F.relu(linear(x)))
        return x
