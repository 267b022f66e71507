# task: TwoLayerMLP
"""Raw parameters in a ParameterList, stored (in, out), biases as rows."""


class TwoLayerMLP(nn.Module):
    def __init__(self, input_dim, hidden_dim, output_dim, dropout=0.1):
        super().__init__()
        self.p = dropout
        self.tensors = nn.ParameterList([
            torch.randn(input_dim, hidden_dim) / input_dim**0.5, torch.zeros(1, hidden_dim),
            torch.randn(hidden_dim, output_dim) / hidden_dim**0.5, torch.zeros(output_dim),
        ])

    def forward(self, x):
        w1, b1, w2, b2 = self.tensors
        hidden = F.dropout(torch.relu(x @ w1 + b1[0]), self.p, self.training)
        return hidden @ w2 + b2
