# task: best_device
# mistake: cuda-without-asking
# fails: best_device.a_laptop_without_a_gpu, best_device.the_answer_follows_the_machine
"""The accelerator that torch was compiled for, not one that is there."""


def best_device():
    return torch.accelerator.current_accelerator() or torch.device("cpu")
