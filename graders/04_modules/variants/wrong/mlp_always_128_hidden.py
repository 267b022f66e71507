# task: TwoLayerMLP
# mistake: fixed-hidden-size
# fails: TwoLayerMLP.dropout_in_train_mode_only, TwoLayerMLP.dropout_only_in_training, TwoLayerMLP.ones_by_hand, TwoLayerMLP.parameter_count, TwoLayerMLP.relu_between_two_linears
"""Always makes 128 hidden units."""


class TwoLayerMLP(nn.Module):
    def __init__(self, input_dim, hidden_dim, output_dim, dropout=0.1):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(input_dim, 128), nn.ReLU(), nn.Dropout(dropout), nn.Linear(128, output_dim)
        )

    def forward(self, x):
        return self.net(x)
