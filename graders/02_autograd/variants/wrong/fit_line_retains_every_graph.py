# task: fit_line
# mistake: graph-of-all-steps
# fails: fit_line.runs_do_not_influence_each_other
"""Rebinds while autograd watches, and makes it work with retain_grad and retain_graph; cut off every 100 steps, so that it ends in time."""


def fit_line(x, y, lr=0.01, steps=2000):
    w = torch.zeros((), requires_grad=True)
    b = torch.zeros((), requires_grad=True)
    losses = []
    for step in range(steps):
        loss = ((w * x + b - y) ** 2).mean()
        losses.append(loss.item())
        loss.backward(retain_graph=True)
        w = w - lr * w.grad
        b = b - lr * b.grad
        if step % 100 == 99:
            w, b = w.detach().requires_grad_(), b.detach().requires_grad_()
        w.retain_grad()
        b.retain_grad()
    return w.item(), b.item(), losses
