# task: TwoLayerMLP
# mistake: dropout-in-eval
# fails: TwoLayerMLP.dropout_in_train_mode_only, TwoLayerMLP.dropout_only_in_training, TwoLayerMLP.ones_by_hand, TwoLayerMLP.parameter_count, TwoLayerMLP.relu_between_two_linears
"""F.dropout without training= drops for ever."""


class TwoLayerMLP(nn.Module):
    def __init__(self, input_dim, hidden_dim, output_dim, dropout=0.1):
        super().__init__()
        self.fc1 = nn.Linear(input_dim, hidden_dim)
        self.p = dropout
        self.fc2 = nn.Linear(hidden_dim, output_dim)

    def forward(self, x):
        return self.fc2(F.dropout(F.relu(self.fc1(x)), self.p))
