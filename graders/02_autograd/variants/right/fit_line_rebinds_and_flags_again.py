# task: fit_line
"""Rebinding is fine when the new tensor requires grad again."""


def fit_line(x, y, lr=0.01, steps=2000):
    w, b = torch.zeros((), requires_grad=True), torch.zeros((), requires_grad=True)
    losses = []
    for _ in range(steps):
        loss = ((w * x + b - y) ** 2).mean()
        losses.append(loss.item())

        loss.backward()
        with torch.no_grad():
            w = w - lr * w.grad
            b = b - lr * b.grad
        w.requires_grad_()
        b.requires_grad_()
    return w.item(), b.item(), losses
