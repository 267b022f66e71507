# task: vanishes
# mistake: subnormal-step-is-not-the-border
# fails: vanishes.around_the_first_step_of_fp16
"""Compares with the smallest subnormal number, and forgets rounding."""

import torch


def vanishes(x, dtype):
    info = torch.finfo(dtype)
    if dtype is torch.float16:
        return (x != 0) & (x.abs() < info.smallest_normal * info.eps)
    return (x != 0) & (x.to(dtype) == 0)
