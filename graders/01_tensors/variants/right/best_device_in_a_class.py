# task: best_device
"""Decides when the file is loaded, for a class of settings."""


class Settings:
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def best_device():
    return Settings.device
