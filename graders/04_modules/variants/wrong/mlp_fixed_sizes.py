# task: TwoLayerMLP
# mistake: fixed-sizes
# fails: TwoLayerMLP.any_leading_axes, TwoLayerMLP.dropout_in_train_mode_only, TwoLayerMLP.dropout_only_in_training, TwoLayerMLP.hooks_fire, TwoLayerMLP.ones_by_hand, TwoLayerMLP.relu_between_two_linears
"""784, 256 and 10 are written into the layers."""


class TwoLayerMLP(nn.Module):
    def __init__(self, input_dim, hidden_dim, output_dim, dropout=0.1):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(784, 256), nn.ReLU(), nn.Dropout(dropout), nn.Linear(256, 10)
        )

    def forward(self, x):
        return self.net(x)
