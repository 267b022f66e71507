# task: TwoLayerMLP
# mistake: first-layer-unregistered
# fails: TwoLayerMLP.dropout_in_train_mode_only, TwoLayerMLP.dropout_only_in_training, TwoLayerMLP.ones_by_hand, TwoLayerMLP.parameter_count, TwoLayerMLP.relu_between_two_linears
"""The first layer sits in a plain dict."""


class TwoLayerMLP(nn.Module):
    def __init__(self, input_dim, hidden_dim, output_dim, dropout=0.1):
        super().__init__()
        self.parts = {"first": nn.Linear(input_dim, hidden_dim)}
        self.dropout = nn.Dropout(dropout)
        self.fc2 = nn.Linear(hidden_dim, output_dim)

    def forward(self, x):
        return self.fc2(self.dropout(F.relu(self.parts["first"](x))))
