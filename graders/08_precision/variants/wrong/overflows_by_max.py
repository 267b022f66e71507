# task: overflows
# mistake: compared-with-max
# fails: overflows.around_the_end_of_fp16, overflows.bf16_reaches_far_but_not_to_the_end
"""Compares with the largest finite number."""

import torch


def overflows(x, dtype):
    return x.isfinite() & (x.abs() > torch.finfo(dtype).max)
