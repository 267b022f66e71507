# task: TokenClassifier
# mistake: dropout-argument-ignored
# fails: TokenClassifier.dropout_before_the_head
"""Always drops one in ten."""


class TokenClassifier(nn.Module):
    def __init__(self, vocab_size, dim, num_classes, dropout=0.1):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, dim)
        self.norm = nn.LayerNorm(dim)
        self.dropout = nn.Dropout(0.1)
        self.head = nn.Linear(dim, num_classes)

    def forward(self, tokens):
        return self.head(self.dropout(self.norm(self.embedding(tokens).mean(dim=1))))
