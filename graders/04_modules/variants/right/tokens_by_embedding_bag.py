# task: TokenClassifier
"""EmbeddingBag looks up and averages in one kernel."""


class TokenClassifier(nn.Module):
    def __init__(self, vocab_size, dim, num_classes, dropout=0.1):
        super().__init__()
        self.embedding = nn.EmbeddingBag(vocab_size, dim, mode="mean")
        self.norm = nn.LayerNorm(dim)
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(dim, num_classes)

    def forward(self, tokens):
        return self.head(self.dropout(self.norm(self.embedding(tokens))))
