# task: TokenClassifier
# mistake: not-averaged
# fails: TokenClassifier.two_tokens_by_hand, TokenClassifier.mean_norm_linear, TokenClassifier.mean_not_sum, TokenClassifier.dropout_before_the_head
"""Forgets the mean and scores every token."""


class TokenClassifier(nn.Module):
    def __init__(self, vocab_size, dim, num_classes, dropout=0.1):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, dim)
        self.norm = nn.LayerNorm(dim)
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(dim, num_classes)

    def forward(self, tokens):
        return self.head(self.dropout(self.norm(self.embedding(tokens))))
