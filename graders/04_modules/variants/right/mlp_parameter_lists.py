# task: TwoLayerMLP
"""Weights in one ParameterList, biases in another."""


class TwoLayerMLP(nn.Module):
    def __init__(self, input_dim, hidden_dim, output_dim, dropout=0.1):
        super().__init__()
        self.weights = nn.ParameterList([torch.empty(hidden_dim, input_dim), torch.empty(output_dim, hidden_dim)])
        self.biases = nn.ParameterList([torch.zeros(hidden_dim), torch.zeros(output_dim)])
        for weight in self.weights:
            nn.init.kaiming_uniform_(weight)
        self.drop = nn.Dropout(dropout)

    def forward(self, x):
        x = F.linear(x, self.weights[0], self.biases[0])
        x = torch.maximum(x, torch.zeros_like(x))
        return F.linear(self.drop(x), self.weights[1], self.biases[1])
