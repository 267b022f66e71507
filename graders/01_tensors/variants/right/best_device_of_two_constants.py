# task: best_device
"""Asks in the call; the two answers and a switch are constants of the file."""

CPU, CUDA = torch.device("cpu"), torch.device("cuda")
VERBOSE = False


def best_device():
    found = CUDA if torch.cuda.is_available() else CPU
    if VERBOSE:
        print(found)
    return found
