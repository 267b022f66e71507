# task: fit_line
# mistake: forgot-the-two
# fails: fit_line.first_three_steps, fit_line.default_settings_find_the_line, fit_line.every_step_is_exact_gradient_descent, fit_line.other_lines_are_found, fit_line.runs_do_not_influence_each_other
"""Hand-made gradients, half as large."""


def fit_line(x, y, lr=0.01, steps=2000):
    w, b = torch.tensor(0.0), torch.tensor(0.0)
    losses = []
    for _ in range(steps):
        error = w * x + b - y
        losses.append((error ** 2).mean().item())
        w, b = w - lr * (error * x).mean(), b - lr * error.mean()
    return w.item(), b.item(), losses
