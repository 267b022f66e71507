# task: best_device
# mistake: cuda-without-asking
# fails: best_device.a_laptop_without_a_gpu, best_device.the_answer_follows_the_machine
"""Asks what the wheel was built for."""


def best_device():
    return torch.device("cuda" if torch.backends.cuda.is_built() else "cpu")
