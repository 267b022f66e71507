# task: best_device
"""Decides when the file is loaded, in a default."""


def best_device(_found=torch.device("cuda" if torch.cuda.is_available() else "cpu")):
    return _found
