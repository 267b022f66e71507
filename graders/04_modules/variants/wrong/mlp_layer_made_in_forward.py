# task: TwoLayerMLP
# mistake: layer-in-forward
# fails: TwoLayerMLP.any_leading_axes, TwoLayerMLP.dropout_in_train_mode_only, TwoLayerMLP.dropout_only_in_training, TwoLayerMLP.ones_by_hand, TwoLayerMLP.parameter_count, TwoLayerMLP.relu_between_two_linears
"""Makes the last layer anew at every call."""


class TwoLayerMLP(nn.Module):
    def __init__(self, input_dim, hidden_dim, output_dim, dropout=0.1):
        super().__init__()
        self.fc1 = nn.Linear(input_dim, hidden_dim)
        self.dropout = nn.Dropout(dropout)
        self.sizes = (hidden_dim, output_dim)

    def forward(self, x):
        return nn.Linear(*self.sizes)(self.dropout(F.relu(self.fc1(x))))
