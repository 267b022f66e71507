# task: line_gradients
"""torch.func.grad of both arguments, as a list."""


def line_gradients(w, b, x, y):
    return list(torch.func.grad(line_loss, argnums=(0, 1))(w, b, x, y))
