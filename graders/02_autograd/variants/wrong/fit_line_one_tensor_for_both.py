# task: fit_line
# mistake: one-tensor-two-names
# fails: fit_line.first_three_steps, fit_line.default_settings_find_the_line, fit_line.every_step_is_exact_gradient_descent, fit_line.other_lines_are_found, fit_line.runs_do_not_influence_each_other
"""One tensor with two names."""


def fit_line(x, y, lr=0.01, steps=2000):
    w = b = torch.zeros((), requires_grad=True)
    losses = []
    for _ in range(steps):
        loss = ((w * x + b - y) ** 2).mean()
        losses.append(loss.item())
        w.grad = b.grad = None
        loss.backward()
        with torch.no_grad():
            w -= lr * w.grad
            b -= lr * b.grad
    return w.item(), b.item(), losses
