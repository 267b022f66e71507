# task: line_gradients
"""The design matrix, transposed, times the errors."""


def line_gradients(w, b, x, y):
    design = torch.stack((x, torch.ones_like(x)), dim=1)
    both = 2 / len(x) * design.T @ (design @ torch.stack((w, b)) - y)
    return both[0], both[1]
