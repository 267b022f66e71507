# task: even_numbers
# mistake: float-numbers
# fails: even_numbers.four_even_numbers, even_numbers.any_count, even_numbers.no_numbers_at_all
"""torch.Tensor always makes float32."""


def even_numbers(count):
    return torch.Tensor([2 * i for i in range(count)])
