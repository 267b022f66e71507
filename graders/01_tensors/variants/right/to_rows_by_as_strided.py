# task: to_rows
"""Writes the strides by hand."""


def to_rows(x, width):
    return x.as_strided((x.numel() // width, width), (width, 1))
