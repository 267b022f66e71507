# task: fit_line
"""One fused update for both, zero at the start of the round."""


def fit_line(x, y, lr=0.01, steps=2000):
    w, b = torch.zeros((), requires_grad=True), torch.zeros((), requires_grad=True)
    losses = []
    for _ in range(steps):
        loss = ((w * x + b - y) ** 2).mean()
        losses.append(loss.item())

        for parameter in (w, b):
            if parameter.grad is not None:
                parameter.grad.zero_()
        loss.backward()
        with torch.no_grad():
            torch._foreach_add_([w, b], [w.grad, b.grad], alpha=-lr)
    return w.item(), b.item(), losses
