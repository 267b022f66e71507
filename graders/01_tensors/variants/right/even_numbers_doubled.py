# task: even_numbers
"""Counts, then doubles."""


def even_numbers(count):
    return torch.arange(count) * 2
