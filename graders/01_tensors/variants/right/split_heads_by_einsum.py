# task: split_heads
"""Re-cuts, then names the axes."""


def split_heads(x, num_heads):
    batch, seq, width = x.shape
    dim = width // num_heads
    return torch.einsum("bthd->bhtd", x.reshape(batch, seq, num_heads, dim))
