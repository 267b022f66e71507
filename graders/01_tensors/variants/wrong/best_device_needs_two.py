# task: best_device
# mistake: none
# fails: best_device.the_answer_follows_the_machine
"""Finds a GPU only beside another."""


def best_device():
    return torch.device("cuda" if torch.cuda.device_count() > 1 else "cpu")
