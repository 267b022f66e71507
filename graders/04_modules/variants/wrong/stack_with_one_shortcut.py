# task: ResidualStack
# mistake: one-skip-for-all
# fails: ResidualStack.each_block_adds_its_branch, ResidualStack.two_blocks_by_hand
"""A single shortcut around everything."""


class ResidualStack(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.norms = nn.ModuleList(nn.LayerNorm(dim) for _ in range(depth))
        self.linears = nn.ModuleList(nn.Linear(dim, dim) for _ in range(depth))

    def forward(self, x):
        start = x
        for norm, linear in zip(self.norms, self.linears):
            x = F.relu(linear(norm(x)))
        return start + x if len(self.norms) else x
