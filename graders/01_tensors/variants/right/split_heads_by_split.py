# task: split_heads
"""Splits by the size of a head."""


def split_heads(x, num_heads):
    return torch.stack(x.split(x.shape[-1] // num_heads, -1), dim=1)
