# task: best_device
# mistake: cuda-without-asking
# fails: best_device.a_laptop_without_a_gpu, best_device.the_answer_follows_the_machine
"""A function is always true, when the file is loaded, too."""

DEVICE = torch.device("cuda" if torch.cuda.is_available else "cpu")


def best_device():
    return DEVICE
