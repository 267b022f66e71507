# task: overflows
# mistake: bf16-ends-like-fp32
# fails: overflows.bf16_reaches_far_but_not_to_the_end
"""Believes that nothing overflows in bf16."""

import torch


def overflows(x, dtype):
    if dtype is torch.bfloat16:
        return torch.zeros_like(x, dtype=torch.bool)
    return x.isfinite() & x.to(dtype).isinf()
