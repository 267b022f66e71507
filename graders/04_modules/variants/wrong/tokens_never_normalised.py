# task: TokenClassifier
# mistake: no-norm
# fails: TokenClassifier.dropout_before_the_head, TokenClassifier.every_token_learns, TokenClassifier.mean_norm_linear, TokenClassifier.mean_not_sum, TokenClassifier.two_tokens_by_hand
"""Makes the LayerNorm and does not call it."""


class TokenClassifier(nn.Module):
    def __init__(self, vocab_size, dim, num_classes, dropout=0.1):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, dim)
        self.norm = nn.LayerNorm(dim)
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(dim, num_classes)

    def forward(self, tokens):
        return self.head(self.dropout(self.embedding(tokens).mean(dim=1)))
