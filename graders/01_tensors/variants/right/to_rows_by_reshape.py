# task: to_rows
"""On contiguous input reshape is a view."""


def to_rows(x, width):
    return x.reshape(-1, width)
