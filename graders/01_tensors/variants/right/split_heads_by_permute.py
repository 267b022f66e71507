# task: split_heads
"""view and permute."""


def split_heads(x, num_heads):
    batch, seq, width = x.shape
    dim = width // num_heads
    return x.view(batch, seq, num_heads, dim).permute(0, 2, 1, 3)
