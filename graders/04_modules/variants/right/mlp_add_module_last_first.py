# task: TwoLayerMLP
"""add_module, and the second layer is registered before the first."""


class TwoLayerMLP(nn.Module):
    def __init__(self, input_dim, hidden_dim, output_dim, dropout=0.1):
        super().__init__()
        self.add_module("2", nn.Linear(hidden_dim, output_dim))
        self.add_module("1", nn.Linear(input_dim, hidden_dim))
        self.p = dropout

    def forward(self, x):
        hidden = getattr(self, "1")(x).clamp(min=0)
        return getattr(self, "2")(F.dropout(hidden, p=self.p, training=self.training))
