# task: split_heads
"""swapaxes, and made contiguous."""


def split_heads(x, num_heads):
    batch, seq, width = x.shape
    dim = width // num_heads
    return x.reshape(batch, seq, num_heads, dim).swapaxes(1, 2).contiguous()
