# task: TokenClassifier
# mistake: none
# fails: TokenClassifier.mean_norm_linear
"""max_norm rewrites the rows that are looked up."""


class TokenClassifier(nn.Module):
    def __init__(self, vocab_size, dim, num_classes, dropout=0.1):
        super().__init__()
        self.table = nn.Embedding(vocab_size, dim, max_norm=1.0)
        self.head = nn.Sequential(nn.LayerNorm(dim), nn.Dropout(dropout), nn.Linear(dim, num_classes))

    def forward(self, tokens):
        return self.head(self.table(tokens).mean(1))
