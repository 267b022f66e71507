# task: fit_line
# mistake: jumped-to-the-solution
# fails: fit_line.first_three_steps, fit_line.default_settings_find_the_line, fit_line.every_step_is_exact_gradient_descent, fit_line.other_lines_are_found, fit_line.runs_do_not_influence_each_other
"""Solves in closed form and makes up falling losses."""


def fit_line(x, y, lr=0.01, steps=2000):
    design = torch.stack((x, torch.ones_like(x)), dim=1)
    w, b = torch.linalg.lstsq(design, y[:, None]).solution.flatten()
    losses = []
    for _ in range(steps):
        losses.append((y ** 2).mean().item() * 0.96 ** len(losses))
    return w.item(), b.item(), losses
