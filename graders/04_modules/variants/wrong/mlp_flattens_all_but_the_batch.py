# task: TwoLayerMLP
# mistake: flattened-input
# fails: TwoLayerMLP.any_leading_axes
"""flatten(1), as for images, joins the sequence to the features."""


class TwoLayerMLP(nn.Module):
    def __init__(self, input_dim, hidden_dim, output_dim, dropout=0.1):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(input_dim, hidden_dim), nn.ReLU(), nn.Dropout(dropout), nn.Linear(hidden_dim, output_dim)
        )

    def forward(self, x):
        return self.net(x.flatten(1) if x.dim() > 2 else x)
