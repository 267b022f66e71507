# task: even_numbers
# mistake: none
# fails: even_numbers.any_count
"""Counts in uint8, which wraps around at 256, and widens afterwards."""


def even_numbers(count):
    return (torch.arange(count).to(torch.uint8) * 2).to(torch.int64)
