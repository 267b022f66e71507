# task: merge_heads
"""Moves the head axis behind the sequence."""


def merge_heads(x):
    batch, heads, seq, dim = x.shape
    return x.movedim(1, 2).reshape(batch, seq, -1)
