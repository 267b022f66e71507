# task: fit_line
"""Hand-made gradients, no autograd at all."""


def fit_line(x, y, lr=0.01, steps=2000):
    w, b = torch.tensor(0.0), torch.tensor(0.0)
    losses = []
    for _ in range(steps):
        losses.append(((w * x + b - y) ** 2).mean().item())
        dw, db = line_gradients(w, b, x, y)
        w, b = w - lr * dw, b - lr * db
    return w.item(), b.item(), losses
