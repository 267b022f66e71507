# task: fit_line
"""autograd.grad; .grad stays None."""


def fit_line(x, y, lr=0.01, steps=2000):
    w, b = torch.zeros((), requires_grad=True), torch.zeros((), requires_grad=True)
    losses = []
    for _ in range(steps):
        loss = ((w * x + b - y) ** 2).mean()
        losses.append(loss.item())

        dw, db = torch.autograd.grad(loss, (w, b))
        with torch.no_grad():
            w.sub_(dw, alpha=lr)
            b.sub_(db, alpha=lr)
    return w.item(), b.item(), losses
