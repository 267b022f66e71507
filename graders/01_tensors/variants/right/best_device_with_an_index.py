# task: best_device
"""Names the first GPU."""


def best_device():
    return torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
