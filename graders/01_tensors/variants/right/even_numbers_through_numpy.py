# task: even_numbers
"""NumPy counts."""


def even_numbers(count):
    return torch.from_numpy(np.arange(0, 2 * count, 2))
