# task: fit_line
"""Both parameters in one tensor, float64 inside."""


def fit_line(x, y, lr=0.01, steps=2000):
    design = torch.stack((x, torch.ones_like(x)), dim=1).double()
    both = torch.zeros(2, dtype=torch.float64, requires_grad=True)
    losses = []
    for _ in range(steps):
        loss = (design @ both - y.double()).square().mean()
        losses.append(loss.item())
        both.grad = None
        loss.backward()
        with torch.no_grad():
            both -= lr * both.grad
    return (*both.tolist(), losses)
