# task: TokenClassifier
# mistake: dropout-in-eval
# fails: TokenClassifier.dropout_before_the_head, TokenClassifier.mean_norm_linear, TokenClassifier.mean_not_sum, TokenClassifier.two_tokens_by_hand
"""F.dropout without training= drops in evaluation too."""


class TokenClassifier(nn.Module):
    def __init__(self, vocab_size, dim, num_classes, dropout=0.1):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, dim)
        self.norm = nn.LayerNorm(dim)
        self.dropout = dropout
        self.head = nn.Linear(dim, num_classes)

    def forward(self, tokens):
        return self.head(F.dropout(self.norm(self.embedding(tokens).mean(dim=1)), self.dropout))
