# task: split_heads
"""Moves the head axis."""


def split_heads(x, num_heads):
    batch, seq, width = x.shape
    dim = width // num_heads
    return x.view(batch, -1, num_heads, dim).movedim(2, 1)
