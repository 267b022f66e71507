# task: fit_line
# mistake: one-at-a-time
# fails: fit_line.first_three_steps, fit_line.default_settings_find_the_line, fit_line.every_step_is_exact_gradient_descent, fit_line.other_lines_are_found, fit_line.runs_do_not_influence_each_other
"""b's gradient is taken after w has moved."""


def fit_line(x, y, lr=0.01, steps=2000):
    w, b = torch.tensor(0.0), torch.tensor(0.0)
    losses = []
    for _ in range(steps):
        losses.append((((w * x + b - y) ** 2).mean()).item())
        w = w - lr * (2 * (w * x + b - y) * x).mean()
        b = b - lr * (2 * (w * x + b - y)).mean()
    return w.item(), b.item(), losses
