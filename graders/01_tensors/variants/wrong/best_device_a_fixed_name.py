# task: best_device
# mistake: machine-not-asked
# fails: best_device.the_answer_follows_the_machine
"""A name that is fixed."""

NAME = "cpu"


def best_device():
    return torch.device(NAME)
