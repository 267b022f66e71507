# task: best_device
"""Tries to put something there."""


def best_device():
    try:
        torch.zeros(1, device="cuda")
    except (RuntimeError, AssertionError):
        return torch.device("cpu")
    return torch.device("cuda")
