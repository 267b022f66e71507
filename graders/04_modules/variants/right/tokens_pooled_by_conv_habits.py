# task: TokenClassifier
"""Transposes and pools, as in convolutional code."""


class TokenClassifier(nn.Module):
    def __init__(self, vocab_size, dim, num_classes, dropout=0.1):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, dim)
        self.norm = nn.LayerNorm(dim)
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(dim, num_classes)

    def forward(self, tokens):
        rows = self.embedding(tokens).transpose(1, 2)
        pooled = F.adaptive_avg_pool1d(rows, 1).squeeze(-1)
        return self.head(self.dropout(self.norm(pooled)))
