# task: even_numbers
# mistake: stopped-at-count
# fails: even_numbers.four_even_numbers, even_numbers.any_count, even_numbers.no_numbers_at_all
"""Takes the count for the place to stop."""


def even_numbers(count):
    return torch.arange(0, count, 2)
