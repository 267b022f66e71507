# task: TwoLayerMLP
"""Raw parameters in one ParameterList, taken out in slices."""


class TwoLayerMLP(nn.Module):
    def __init__(self, input_dim, hidden_dim, output_dim, dropout=0.1):
        super().__init__()
        first, second = nn.Linear(input_dim, hidden_dim), nn.Linear(hidden_dim, output_dim)
        self.dropout = nn.Dropout(dropout)
        self.ps = nn.ParameterList([first.weight, first.bias, second.weight, second.bias])

    def forward(self, x):
        hidden = self.dropout(F.relu(F.linear(x, *self.ps[:2])))
        return F.linear(hidden, *self.ps[2:])
