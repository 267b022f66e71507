# task: fit_line
"""torch.func.grad_and_value; the final tensors do not require grad."""


def fit_line(x, y, lr=0.01, steps=2000):
    w, b = torch.tensor(0.0), torch.tensor(0.0)
    losses = []
    for _ in range(steps):
        (dw, db), loss = torch.func.grad_and_value(line_loss, argnums=(0, 1))(w, b, x, y)
        losses.append(loss.item())
        w, b = w - lr * dw, b - lr * db
    return w.item(), b.item(), losses
