# task: fit_line
"""set_grad_enabled(False) as a context; parameters of shape (1,)."""


def fit_line(x, y, lr=0.01, steps=2000):
    w, b = torch.zeros(1, requires_grad=True), torch.zeros(1, requires_grad=True)
    losses = []
    for _ in range(steps):
        loss = ((w * x + b - y) ** 2).mean()
        losses.append(loss.item())

        loss.backward()
        with torch.set_grad_enabled(False):
            w.sub_(lr * w.grad)
            b.sub_(lr * b.grad)
        w.grad, b.grad = None, None
    return w.item(), b.item(), losses
