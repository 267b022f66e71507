# task: split_heads
"""Stacks the pieces of the width; contiguous."""


def split_heads(x, num_heads):
    return torch.stack(x.chunk(num_heads, -1), 1)
