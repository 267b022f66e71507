# task: best_device
"""Decides when the file is loaded, and the answer is closed over."""


def make_best_device():
    found = torch.device("cuda" if torch.cuda.is_available() else "cpu")

    def best_device():
        return found

    return best_device


best_device = make_best_device()
