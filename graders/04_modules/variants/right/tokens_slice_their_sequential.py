# task: TokenClassifier
"""One Sequential for everything, called in slices around the mean."""


class TokenClassifier(nn.Module):
    def __init__(self, vocab_size, dim, num_classes, dropout=0.1):
        super().__init__()
        self.net = nn.Sequential(
            nn.Embedding(vocab_size, dim), nn.LayerNorm(dim), nn.Dropout(dropout), nn.Linear(dim, num_classes)
        )

    def forward(self, tokens):
        return self.net[1:](self.net[0](tokens).mean(1))
