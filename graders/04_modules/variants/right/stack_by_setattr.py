# task: ResidualStack
"""Numbered attributes, and a LayerNorm written out."""


class ResidualStack(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.depth = depth
        for n in range(depth):
            self.register_parameter(f"shift{n}", nn.Parameter(torch.zeros(dim)))
            self.register_parameter(f"scale{n}", nn.Parameter(torch.ones(dim)))
            setattr(self, f"linear{n}", nn.Linear(dim, dim))

    def forward(self, x):
        for n in range(self.depth):
            centred = x - x.mean(dim=-1, keepdim=True)
            normed = centred / (centred.square().mean(dim=-1, keepdim=True) + 1e-5).sqrt()
            normed = normed * getattr(self, f"scale{n}") + getattr(self, f"shift{n}")
            x = x + getattr(self, f"linear{n}")(normed).relu()
        return x
