# task: dtype_facts
# mistake: bf16-ends-like-fp32
# fails: dtype_facts.how_far_each_format_reaches
"""Believes that bf16 has the range of fp32 to the last digit."""

import torch


def dtype_facts(dtype):
    info = torch.finfo(dtype)
    return {"bytes": dtype.itemsize, "max": info.max if dtype is torch.float16 else torch.finfo(torch.float32).max, "smallest_normal": info.smallest_normal, "eps": info.eps}
