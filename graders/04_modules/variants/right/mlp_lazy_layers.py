# task: TwoLayerMLP
"""Lazy layers take their input size at the first call."""


class TwoLayerMLP(nn.Module):
    def __init__(self, input_dim, hidden_dim, output_dim, dropout=0.1):
        super().__init__()
        self.fc1 = nn.LazyLinear(hidden_dim)
        self.dropout = nn.Dropout(dropout)
        self.fc2 = nn.LazyLinear(output_dim)

    def forward(self, x):
        return self.fc2(self.dropout(F.relu(self.fc1(x))))
