# task: merge_heads
"""Names the axes, then flattens."""


def merge_heads(x):
    return torch.einsum("bhtd->bthd", x).flatten(2)
