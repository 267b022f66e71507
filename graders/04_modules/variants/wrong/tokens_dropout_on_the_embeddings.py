# task: TokenClassifier
# mistake: no-dropout
# fails: TokenClassifier.dropout_before_the_head
"""Drops embeddings instead of the normalised mean."""


class TokenClassifier(nn.Module):
    def __init__(self, vocab_size, dim, num_classes, dropout=0.1):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, dim)
        self.norm = nn.LayerNorm(dim)
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(dim, num_classes)

    def forward(self, tokens):
        return self.head(self.norm(self.dropout(self.embedding(tokens)).mean(dim=1)))
