# task: fit_line
"""torch.func.grad_and_value of a vector of both."""


def fit_line(x, y, lr=0.01, steps=2000):
    p = torch.zeros(2)
    f = torch.func.grad_and_value(lambda p: ((p[0] * x + p[1] - y) ** 2).mean())
    losses = []
    for _ in range(steps):
        g, loss = f(p)
        losses.append(float(loss))
        p = p - lr * g
    return p[0].item(), p[1].item(), losses
