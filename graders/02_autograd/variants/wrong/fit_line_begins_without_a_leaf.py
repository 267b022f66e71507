# task: fit_line
# mistake: no-leaf-to-begin-with
# fails: fit_line.first_three_steps, fit_line.default_settings_find_the_line, fit_line.every_step_is_exact_gradient_descent, fit_line.other_lines_are_found, fit_line.runs_do_not_influence_each_other
"""Converts the parameter after requires_grad=True."""


def fit_line(x, y, lr=0.01, steps=2000):
    w = torch.zeros((), requires_grad=True).double()
    b = torch.zeros((), requires_grad=True).double()
    losses = []
    for _ in range(steps):
        loss = ((w * x + b - y) ** 2).mean()
        losses.append(loss.item())
        loss.backward()
        with torch.no_grad():
            w -= lr * w.grad
            b -= lr * b.grad
        w.grad = b.grad = None
    return w.item(), b.item(), losses
