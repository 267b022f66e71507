# task: even_numbers
# mistake: one-short
# fails: even_numbers.four_even_numbers, even_numbers.any_count, even_numbers.no_numbers_at_all
"""Stops before the last one."""


def even_numbers(count):
    return torch.arange(0, max(0, 2 * (count - 1)), 2)
