# task: TokenClassifier
# mistake: last-token-only
# fails: TokenClassifier.every_token_learns, TokenClassifier.mean_norm_linear, TokenClassifier.mean_not_sum, TokenClassifier.two_tokens_by_hand
"""Looks at the last token."""


class TokenClassifier(nn.Module):
    def __init__(self, vocab_size, dim, num_classes, dropout=0.1):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, dim)
        self.norm = nn.LayerNorm(dim)
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(dim, num_classes)

    def forward(self, tokens):
        return self.head(self.dropout(self.norm(self.embedding(tokens)[:, -1])))
