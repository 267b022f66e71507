# task: TwoLayerMLP
"""A ModuleList and a loop."""


class TwoLayerMLP(nn.Module):
    def __init__(self, input_dim, hidden_dim, output_dim, dropout=0.1):
        super().__init__()
        sizes = [input_dim, hidden_dim, output_dim]
        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in zip(sizes, sizes[1:]))
        self.drop = nn.Dropout(dropout)

    def forward(self, x):
        for n, layer in enumerate(self.layers):
            if n:
                x = self.drop(x.relu())
            x = layer(x)
        return x
