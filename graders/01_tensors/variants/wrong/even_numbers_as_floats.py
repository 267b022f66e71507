# task: even_numbers
# mistake: float-numbers
# fails: even_numbers.four_even_numbers, even_numbers.any_count, even_numbers.no_numbers_at_all
"""One float makes all of them floats."""


def even_numbers(count):
    return torch.arange(count) * 2.0
