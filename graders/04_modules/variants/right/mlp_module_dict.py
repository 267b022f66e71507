# task: TwoLayerMLP
"""A ModuleDict, nested."""


class TwoLayerMLP(nn.Module):
    def __init__(self, input_dim, hidden_dim, output_dim, dropout=0.1):
        super().__init__()
        self.parts = nn.ModuleDict({
            "body": nn.ModuleDict({"a": nn.Linear(input_dim, hidden_dim), "act": nn.ReLU(inplace=True)}),
            "drop": nn.Dropout(dropout),
            "head": nn.Linear(hidden_dim, output_dim),
        })

    def forward(self, x):
        body = self.parts["body"]
        return self.parts["head"](self.parts["drop"](body["act"](body["a"](x))))
