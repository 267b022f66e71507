# task: TokenClassifier
"""Raw parameters; the lookup is a product with one-hot rows."""


class TokenClassifier(nn.Module):
    def __init__(self, vocab_size, dim, num_classes, dropout=0.1):
        super().__init__()
        self.drop = nn.Dropout(dropout)
        self.bias = nn.Parameter(torch.zeros(num_classes))
        self.head = nn.Parameter(torch.randn(dim, num_classes) / dim**0.5)
        self.shift = nn.Parameter(torch.zeros(dim))
        self.scale = nn.Parameter(torch.ones(dim))
        self.table = nn.Parameter(torch.randn(vocab_size, dim))

    def forward(self, tokens):
        shares = F.one_hot(tokens, len(self.table)).float().mean(dim=-2)
        return self.drop(F.layer_norm(shares @ self.table, self.scale.shape, self.scale, self.shift)) @ self.head + self.bias
