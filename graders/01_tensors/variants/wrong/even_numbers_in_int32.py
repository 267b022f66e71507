# task: even_numbers
# mistake: none
# fails: even_numbers.four_even_numbers, even_numbers.any_count, even_numbers.no_numbers_at_all
"""The right numbers in the wrong integer type."""


def even_numbers(count):
    return torch.arange(0, 2 * count, 2, dtype=torch.int32)
