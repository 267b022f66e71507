# task: TokenClassifier
# mistake: padding-row
# fails: TokenClassifier.every_token_learns
"""Token 0 is never trained."""


class TokenClassifier(nn.Module):
    def __init__(self, vocab_size, dim, num_classes, dropout=0.1):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, dim, padding_idx=0)
        self.norm = nn.LayerNorm(dim)
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(dim, num_classes)

    def forward(self, tokens):
        return self.head(self.dropout(self.norm(self.embedding(tokens).mean(dim=1))))
