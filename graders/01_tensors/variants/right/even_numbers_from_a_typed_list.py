# task: even_numbers
"""A list with its dtype said."""


def even_numbers(count):
    return torch.tensor([2 * i for i in range(count)], dtype=torch.int64)
