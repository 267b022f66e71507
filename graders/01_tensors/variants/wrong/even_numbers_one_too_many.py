# task: even_numbers
# mistake: one-too-many
# fails: even_numbers.four_even_numbers, even_numbers.any_count, even_numbers.no_numbers_at_all
"""Includes the end."""


def even_numbers(count):
    return torch.arange(0, 2 * count + 1, 2)
