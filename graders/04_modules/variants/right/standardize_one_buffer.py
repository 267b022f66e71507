# task: Standardize
"""One buffer of two rows, under another name, kept two-dimensional."""


class Standardize(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.register_buffer("stats", torch.stack([torch.zeros(dim), torch.ones(dim)]))

    def fit(self, x):
        self.stats[0], self.stats[1] = x.mean(0), x.var(0).sqrt()

    def forward(self, x):
        mean, std = self.stats.unbind()
        return x.sub(mean).div(std)
