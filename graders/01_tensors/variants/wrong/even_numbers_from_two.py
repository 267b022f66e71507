# task: even_numbers
# mistake: started-at-two
# fails: even_numbers.four_even_numbers, even_numbers.any_count, even_numbers.no_numbers_at_all
"""Leaves out zero."""


def even_numbers(count):
    return torch.arange(2, 2 * count + 2, 2)
