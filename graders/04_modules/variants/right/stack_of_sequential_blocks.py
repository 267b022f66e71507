# task: ResidualStack
"""Each block is an nn.Sequential that adds its input, and so is the stack."""


class Block(nn.Sequential):
    def forward(self, x):
        return x + super().forward(x)


class ResidualStack(nn.Sequential):
    def __init__(self, dim, depth):
        super().__init__(*(Block(nn.LayerNorm(dim), nn.Linear(dim, dim), nn.ReLU()) for _ in range(depth)))
