# task: best_device
# mistake: none
# fails: best_device.a_laptop_without_a_gpu, best_device.the_answer_follows_the_machine
"""Swaps the two answers."""


def best_device():
    return torch.device("cpu" if torch.cuda.is_available() else "cuda")
