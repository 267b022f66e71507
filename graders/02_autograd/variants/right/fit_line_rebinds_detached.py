# task: fit_line
"""A new leaf in each round."""


def fit_line(x, y, lr=0.01, steps=2000):
    w, b = torch.zeros((), requires_grad=True), torch.zeros((), requires_grad=True)
    losses = []
    for _ in range(steps):
        loss = ((w * x + b - y) ** 2).mean()
        losses.append(loss.item())

        loss.backward()
        w = (w - lr * w.grad).detach().requires_grad_()
        b = (b - lr * b.grad).detach().requires_grad_()
    return w.item(), b.item(), losses
