# task: split_heads
"""Turns first, then re-cuts the axis of heads * dim, then turns the small axes back."""


def split_heads(x, num_heads):
    batch, seq, width = x.shape
    return x.transpose(1, 2).view(batch, num_heads, width // num_heads, seq).transpose(2, 3)
