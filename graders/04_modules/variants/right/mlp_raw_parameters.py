# task: TwoLayerMLP
"""Raw parameters and F.linear; there is no layer to hook."""


class TwoLayerMLP(nn.Module):
    def __init__(self, input_dim, hidden_dim, output_dim, dropout=0.1):
        super().__init__()
        self.w1 = nn.Parameter(torch.empty(hidden_dim, input_dim))
        self.b1 = nn.Parameter(torch.zeros(hidden_dim))
        self.w2 = nn.Parameter(torch.empty(output_dim, hidden_dim))
        self.b2 = nn.Parameter(torch.zeros(output_dim))
        self.p = dropout
        for weight in (self.w1, self.w2):
            nn.init.kaiming_uniform_(weight)

    def forward(self, x):
        hidden = F.linear(x, self.w1, self.b1).clamp(min=0)
        return F.linear(F.dropout(hidden, self.p, self.training), self.w2, self.b2)
