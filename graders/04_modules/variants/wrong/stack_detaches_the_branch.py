# task: ResidualStack
# mistake: branch-cut-off
# fails: ResidualStack.each_block_adds_its_branch
"""Normalises the values of x without their history."""


class ResidualStack(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.norms = nn.ModuleList(nn.LayerNorm(dim) for _ in range(depth))
        self.linears = nn.ModuleList(nn.Linear(dim, dim) for _ in range(depth))

    def forward(self, x):
        for norm, linear in zip(self.norms, self.linears):
            x = x + F.relu(linear(norm(x.detach())))
        return x
