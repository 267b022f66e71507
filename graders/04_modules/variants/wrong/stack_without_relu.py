# task: ResidualStack
# mistake: no-relu-in-branch
# fails: ResidualStack.each_block_adds_its_branch, ResidualStack.no_block_and_one_block
"""Forgets the ReLU."""


class ResidualStack(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.norms = nn.ModuleList(nn.LayerNorm(dim) for _ in range(depth))
        self.linears = nn.ModuleList(nn.Linear(dim, dim) for _ in range(depth))

    def forward(self, x):
        for norm, linear in zip(self.norms, self.linears):
            x = x + linear(norm(x))
        return x
