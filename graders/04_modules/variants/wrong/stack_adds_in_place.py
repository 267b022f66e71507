# task: ResidualStack
# mistake: input-changed
# fails: ResidualStack.each_block_adds_its_branch, ResidualStack.input_stays, ResidualStack.no_block_and_one_block
"""+= writes into the caller's tensor."""


class ResidualStack(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.blocks = nn.ModuleList(nn.Sequential(nn.LayerNorm(dim), nn.Linear(dim, dim), nn.ReLU()) for _ in range(depth))

    def forward(self, x):
        for block in self.blocks:
            x += block(x)
        return x
