# task: TwoLayerMLP
"""The Dropout is made in forward and told the mode."""


class TwoLayerMLP(nn.Module):
    def __init__(self, input_dim, hidden_dim, output_dim, dropout=0.1):
        super().__init__()
        self.first = nn.Linear(input_dim, hidden_dim)
        self.second = nn.Linear(hidden_dim, output_dim)
        self.share = dropout

    def forward(self, x):
        return self.second(nn.Dropout(self.share).train(self.training)(nn.ReLU()(self.first(x))))
