# task: even_numbers
"""Floats, turned into int64 at the end."""


def even_numbers(count):
    return torch.linspace(0, 2 * count - 2, count).round().long()
