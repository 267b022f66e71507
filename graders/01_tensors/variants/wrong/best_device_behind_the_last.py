# task: best_device
# mistake: no-such-index
# fails: best_device.the_answer_follows_the_machine
"""Counts the GPUs from 1."""


def best_device():
    if torch.cuda.is_available():
        return torch.device("cuda", torch.cuda.device_count())
    return torch.device("cpu")
