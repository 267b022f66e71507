# task: even_numbers
"""A running sum of twos, shifted."""


def even_numbers(count):
    return torch.full((count,), 2).cumsum(0) - 2
