# task: best_device
# mistake: returned-nothing
# fails: best_device.a_laptop_without_a_gpu, best_device.the_answer_follows_the_machine
"""Prints the answer and returns nothing."""


def best_device():
    print("cuda" if torch.cuda.is_available() else "cpu")
