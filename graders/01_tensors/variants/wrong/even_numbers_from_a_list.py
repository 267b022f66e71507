# task: even_numbers
# mistake: empty-list-is-float
# fails: even_numbers.no_numbers_at_all
"""An empty list has no dtype."""


def even_numbers(count):
    return torch.tensor([2 * i for i in range(count)])
