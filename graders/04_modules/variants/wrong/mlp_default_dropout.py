# task: TwoLayerMLP
# mistake: dropout-argument-ignored
# fails: TwoLayerMLP.dropout_only_in_training
"""nn.Dropout() has a p of its own."""


class TwoLayerMLP(nn.Module):
    def __init__(self, input_dim, hidden_dim, output_dim, dropout=0.1):
        super().__init__()
        self.fc1 = nn.Linear(input_dim, hidden_dim)
        self.dropout = nn.Dropout()
        self.fc2 = nn.Linear(hidden_dim, output_dim)

    def forward(self, x):
        return self.fc2(self.dropout(F.relu(self.fc1(x))))
