# task: TwoLayerMLP
"""ReLU and dropout as two products with masks."""


class TwoLayerMLP(nn.Module):
    def __init__(self, input_dim, hidden_dim, output_dim, dropout=0.1):
        super().__init__()
        self.rate = dropout
        self.up = nn.Linear(input_dim, hidden_dim)
        self.down = nn.Linear(hidden_dim, output_dim)

    def forward(self, x):
        hidden = self.up(x)
        hidden = hidden * (hidden > 0)
        if self.training and self.rate > 0:
            hidden = hidden * (torch.rand_like(hidden) >= self.rate) / (1 - self.rate)
        return self.down(hidden)
