# task: ResidualStack
"""A module for a block, a Sequential for the stack."""


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.linear = nn.Linear(dim, dim)
        self.norm = nn.LayerNorm(dim)

    def forward(self, x):
        return torch.relu(self.linear(self.norm(x))).add(x)


class ResidualStack(nn.Sequential):
    def __init__(self, dim, depth):
        super().__init__(*(Block(dim) for _ in range(depth)))
