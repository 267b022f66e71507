# task: TwoLayerMLP
# mistake: no-rescaling
# fails: TwoLayerMLP.dropout_in_train_mode_only, TwoLayerMLP.dropout_only_in_training
"""A mask by hand, without 1 / (1 - p)."""


class TwoLayerMLP(nn.Module):
    def __init__(self, input_dim, hidden_dim, output_dim, dropout=0.1):
        super().__init__()
        self.fc1 = nn.Linear(input_dim, hidden_dim)
        self.p = dropout
        self.fc2 = nn.Linear(hidden_dim, output_dim)

    def forward(self, x):
        hidden = F.relu(self.fc1(x))
        if self.training:
            hidden = hidden * (torch.rand_like(hidden) >= self.p)
        return self.fc2(hidden)
