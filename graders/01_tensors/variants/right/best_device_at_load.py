# task: best_device
"""Decides once, when the file is loaded."""

DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def best_device():
    return DEVICE
