# task: fit_line
# mistake: update-never-written
# fails: fit_line.first_three_steps, fit_line.default_settings_find_the_line, fit_line.every_step_is_exact_gradient_descent, fit_line.other_lines_are_found, fit_line.runs_do_not_influence_each_other
"""Binds the loop variable to the new value."""


def fit_line(x, y, lr=0.01, steps=2000):
    w = torch.zeros((), requires_grad=True)
    b = torch.zeros((), requires_grad=True)
    losses = []
    for _ in range(steps):
        loss = ((w * x + b - y) ** 2).mean()
        losses.append(loss.item())
        loss.backward()
        with torch.no_grad():
            for parameter in (w, b):
                parameter = parameter - lr * parameter.grad
        w.grad = b.grad = None
    return w.item(), b.item(), losses
