# task: TokenClassifier
# mistake: none
# fails: TokenClassifier.every_token_learns
"""Detaches the lookup, so that no embedding learns."""


class TokenClassifier(nn.Module):
    def __init__(self, vocab_size, dim, num_classes, dropout=0.1):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, dim)
        self.norm = nn.LayerNorm(dim)
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(dim, num_classes)

    def forward(self, tokens):
        return self.head(self.dropout(self.norm(self.embedding(tokens).detach().mean(dim=1))))
