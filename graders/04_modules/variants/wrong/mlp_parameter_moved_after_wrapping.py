# task: TwoLayerMLP
# mistake: weight-unregistered
# fails: TwoLayerMLP.dropout_in_train_mode_only, TwoLayerMLP.dropout_only_in_training, TwoLayerMLP.ones_by_hand, TwoLayerMLP.parameter_count, TwoLayerMLP.relu_between_two_linears
"""What nn.Parameter(...).to(...) gives is no Parameter."""


class TwoLayerMLP(nn.Module):
    def __init__(self, input_dim, hidden_dim, output_dim, dropout=0.1):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(hidden_dim, input_dim, dtype=torch.float64)).to(torch.float32)
        self.bias = nn.Parameter(torch.zeros(hidden_dim))
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(hidden_dim, output_dim)

    def forward(self, x):
        return self.head(self.dropout(F.relu(F.linear(x, self.weight, self.bias))))
