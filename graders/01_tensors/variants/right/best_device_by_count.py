# task: best_device
"""Counts the GPUs."""


def best_device():
    return torch.device("cuda") if torch.cuda.device_count() else torch.device("cpu")
