# task: ResidualStack
"""Stacked raw parameters, one per kind, weights stored (in, out)."""


class ResidualStack(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(depth, dim, dim) / dim**0.5)
        self.bias = nn.Parameter(torch.zeros(depth, dim))
        self.scale = nn.Parameter(torch.ones(depth, dim))
        self.shift = nn.Parameter(torch.zeros(depth, dim))

    def forward(self, x):
        for weight, bias, scale, shift in zip(self.weight, self.bias, self.scale, self.shift):
            x = x + (F.layer_norm(x, x.shape[-1:], scale, shift) @ weight + bias).clamp(min=0)
        return x
