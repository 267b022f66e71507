# task: TwoLayerMLP
# mistake: none
# fails: TwoLayerMLP.relu_between_two_linears
"""Casts its input and its output to float32."""


class TwoLayerMLP(nn.Module):
    def __init__(self, input_dim, hidden_dim, output_dim, dropout=0.1):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(input_dim, hidden_dim), nn.ReLU(), nn.Dropout(dropout), nn.Linear(hidden_dim, output_dim)
        )

    def forward(self, x):
        return self.net(x.float()).float()
