# task: best_device
# mistake: machine-not-asked
# fails: best_device.the_answer_follows_the_machine
"""The other fixed answer."""


def best_device():
    return torch.device("cpu")
