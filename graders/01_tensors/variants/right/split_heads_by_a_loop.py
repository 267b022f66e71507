# task: split_heads
"""Fills an empty tensor head by head."""


def split_heads(x, num_heads):
    batch, seq, width = x.shape
    dim = width // num_heads
    heads = x.new_empty(batch, num_heads, seq, dim)
    for h in range(num_heads):
        heads[:, h] = x[..., h * dim : (h + 1) * dim]
    return heads
