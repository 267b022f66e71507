# task: TwoLayerMLP
# mistake: nothing-registered
# fails: TwoLayerMLP.dropout_in_train_mode_only, TwoLayerMLP.dropout_only_in_training, TwoLayerMLP.hooks_fire, TwoLayerMLP.ones_by_hand, TwoLayerMLP.parameter_count, TwoLayerMLP.relu_between_two_linears
"""Tensors that require grad are no parameters yet."""


class TwoLayerMLP(nn.Module):
    def __init__(self, input_dim, hidden_dim, output_dim, dropout=0.1):
        super().__init__()
        self.w1 = torch.randn(hidden_dim, input_dim, requires_grad=True)
        self.b1 = torch.zeros(hidden_dim, requires_grad=True)
        self.w2 = torch.randn(output_dim, hidden_dim, requires_grad=True)
        self.b2 = torch.zeros(output_dim, requires_grad=True)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        return F.linear(self.dropout(F.relu(F.linear(x, self.w1, self.b1))), self.w2, self.b2)
