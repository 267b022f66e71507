# task: even_numbers
"""Twice as many numbers as needed, of which the even ones stay."""


def even_numbers(count):
    numbers = torch.arange(2 * count)
    return numbers[numbers % 2 == 0]
