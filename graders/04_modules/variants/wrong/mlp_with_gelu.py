# task: TwoLayerMLP
# mistake: none
# fails: TwoLayerMLP.dropout_in_train_mode_only, TwoLayerMLP.ones_by_hand, TwoLayerMLP.relu_between_two_linears
"""A GELU in the place of the ReLU."""


class TwoLayerMLP(nn.Module):
    def __init__(self, input_dim, hidden_dim, output_dim, dropout=0.1):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(input_dim, hidden_dim), nn.GELU(), nn.Dropout(dropout), nn.Linear(hidden_dim, output_dim)
        )

    def forward(self, x):
        return self.net(x)
