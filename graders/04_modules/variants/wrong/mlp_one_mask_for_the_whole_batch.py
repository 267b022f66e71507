# task: TwoLayerMLP
# mistake: none
# fails: TwoLayerMLP.dropout_only_in_training
"""Draws one dropout mask and uses it for every row."""


class TwoLayerMLP(nn.Module):
    def __init__(self, input_dim, hidden_dim, output_dim, dropout=0.1):
        super().__init__()
        self.first = nn.Linear(input_dim, hidden_dim)
        self.dropout = nn.Dropout(dropout)
        self.second = nn.Linear(hidden_dim, output_dim)

    def forward(self, x):
        hidden = F.relu(self.first(x))
        return self.second(hidden * self.dropout(hidden.new_ones(hidden.shape[-1])))
