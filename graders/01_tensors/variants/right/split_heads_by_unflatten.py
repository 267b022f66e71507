# task: split_heads
"""Re-cuts the last axis by name."""


def split_heads(x, num_heads):
    return x.unflatten(-1, (num_heads, -1)).transpose(1, 2)
