# task: TwoLayerMLP
"""A function that returns a compiled model, with _orig_mod in its names."""


def TwoLayerMLP(input_dim, hidden_dim, output_dim, dropout=0.1):
    model = nn.Sequential(
        nn.Linear(input_dim, hidden_dim), nn.ReLU(), nn.Dropout(dropout), nn.Linear(hidden_dim, output_dim)
    )
    return torch.compile(model, backend="eager")
