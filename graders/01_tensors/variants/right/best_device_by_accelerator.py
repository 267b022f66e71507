# task: best_device
"""The accelerator, if it is available."""


def best_device():
    return torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")
