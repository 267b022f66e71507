# task: TwoLayerMLP
# mistake: relu-on-output
# fails: TwoLayerMLP.relu_between_two_linears
"""A second ReLU cuts off negative scores."""


class TwoLayerMLP(nn.Module):
    def __init__(self, input_dim, hidden_dim, output_dim, dropout=0.1):
        super().__init__()
        self.fc1 = nn.Linear(input_dim, hidden_dim)
        self.dropout = nn.Dropout(dropout)
        self.fc2 = nn.Linear(hidden_dim, output_dim)

    def forward(self, x):
        return F.relu(self.fc2(self.dropout(F.relu(self.fc1(x)))))
