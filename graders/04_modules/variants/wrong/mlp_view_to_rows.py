# task: TwoLayerMLP
# mistake: flattened-input
# fails: TwoLayerMLP.any_leading_axes
"""view(-1, input_dim) makes rows of every leading axis."""


class TwoLayerMLP(nn.Module):
    def __init__(self, input_dim, hidden_dim, output_dim, dropout=0.1):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(input_dim, hidden_dim), nn.ReLU(), nn.Dropout(dropout), nn.Linear(hidden_dim, output_dim)
        )
        self.input_dim = input_dim

    def forward(self, x):
        return self.net(x.reshape(-1, self.input_dim))
