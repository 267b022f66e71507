# task: best_device
# mistake: string-not-device
# fails: best_device.a_laptop_without_a_gpu, best_device.the_answer_follows_the_machine
"""A name, not a device."""


def best_device():
    return "cuda" if torch.cuda.is_available() else "cpu"
