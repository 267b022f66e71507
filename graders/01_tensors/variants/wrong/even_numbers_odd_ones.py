# task: even_numbers
# mistake: none
# fails: even_numbers.four_even_numbers, even_numbers.any_count, even_numbers.no_numbers_at_all
"""Odd numbers."""


def even_numbers(count):
    return torch.arange(1, 2 * count, 2)
