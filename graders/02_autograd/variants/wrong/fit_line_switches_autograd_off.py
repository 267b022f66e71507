# task: fit_line
# mistake: grad-mode-left-off
# fails: fit_line.runs_do_not_influence_each_other
"""set_grad_enabled(False), and never on again before it returns."""


def fit_line(x, y, lr=0.01, steps=2000):
    w, b = torch.zeros((), requires_grad=True), torch.zeros((), requires_grad=True)
    losses = []
    for _ in range(steps):
        torch.set_grad_enabled(True)
        loss = ((w * x + b - y) ** 2).mean()
        losses.append(loss.item())
        loss.backward()
        torch.set_grad_enabled(False)
        w -= lr * w.grad
        b -= lr * b.grad
        w.grad = b.grad = None
    return w.item(), b.item(), losses
