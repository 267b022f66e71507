# task: predict_leaves
"""Runs the program; the prediction is the student's own loss."""


def predict_leaves():
    data = torch.tensor([1.0, 2.0, 3.0])
    scale = torch.tensor([0.5, 1.5, 2.5], requires_grad=True)
    shift = torch.tensor(0.25, requires_grad=True)
    spare = torch.tensor(4.0, requires_grad=True)
    bias = torch.zeros(3, requires_grad=True).double()
    hidden = data * scale
    hidden.retain_grad()
    frozen = hidden.detach()
    with torch.no_grad():
        doubled = scale * 2
    mixed = hidden + shift + frozen + doubled
    loss = (mixed + bias).sum()
    loss.backward()
    tensors = {name: t for name, t in locals().items() if isinstance(t, torch.Tensor)}
    return {"leaves": [name for name, t in tensors.items() if t.is_leaf],
            "with_grad": [name for name, t in tensors.items() if t.grad is not None]}
