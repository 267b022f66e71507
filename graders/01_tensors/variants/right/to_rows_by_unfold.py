# task: to_rows
"""A window that slides by its own width."""


def to_rows(x, width):
    return x.flatten().unfold(0, width, width)
