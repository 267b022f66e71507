# task: TokenClassifier
# mistake: scaled-by-frequency
# fails: TokenClassifier.every_token_learns
"""An embedding whose gradients are divided by the tokens' counts."""


class TokenClassifier(nn.Module):
    def __init__(self, vocab_size, dim, num_classes, dropout=0.1):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, dim, scale_grad_by_freq=True)
        self.head = nn.Sequential(nn.LayerNorm(dim), nn.Dropout(dropout), nn.Linear(dim, num_classes))

    def forward(self, tokens):
        return self.head(self.embedding(tokens).mean(dim=1))
