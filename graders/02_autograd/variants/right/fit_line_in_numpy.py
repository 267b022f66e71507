# task: fit_line
"""No autograd and no tensors: the two gradients by hand, in float64."""


def fit_line(x, y, lr=0.01, steps=2000):
    xs, ys = x.double().numpy(), y.double().numpy()
    w = b = 0.0
    losses = []
    for _ in range(steps):
        error = w * xs + b - ys
        losses.append(float((error * error).mean()))
        w, b = w - lr * 2 * float((error * xs).mean()), b - lr * 2 * float(error.mean())
    return w, b, losses
