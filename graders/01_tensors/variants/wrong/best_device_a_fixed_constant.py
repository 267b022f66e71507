# task: best_device
# mistake: machine-not-asked
# fails: best_device.the_answer_follows_the_machine
"""A constant of the file, and nobody was asked."""

DEVICE = torch.device("cpu")


def best_device():
    return DEVICE
