# task: fit_line
# mistake: broadcast-every-pair
# fails: fit_line.first_three_steps, fit_line.default_settings_find_the_line, fit_line.every_step_is_exact_gradient_descent, fit_line.other_lines_are_found, fit_line.runs_do_not_influence_each_other
"""A Linear's (n, 1) prediction against (n,)."""


def fit_line(x, y, lr=0.01, steps=2000):
    layer = torch.nn.Linear(1, 1)
    torch.nn.init.zeros_(layer.weight)
    torch.nn.init.zeros_(layer.bias)
    losses = []
    for _ in range(steps):
        loss = ((layer(x[:, None]) - y) ** 2).mean()
        losses.append(loss.item())
        loss.backward()
        with torch.no_grad():
            for parameter in layer.parameters():
                parameter -= lr * parameter.grad
                parameter.grad = None
    return layer.weight.item(), layer.bias.item(), losses
