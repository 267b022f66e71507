# task: TwoLayerMLP
"""The model is a Sequential itself."""


class TwoLayerMLP(nn.Sequential):
    def __init__(self, input_dim, hidden_dim, output_dim, dropout=0.1):
        super().__init__(
            nn.Linear(input_dim, hidden_dim), nn.ReLU(), nn.Dropout(p=dropout), nn.Linear(hidden_dim, output_dim)
        )
