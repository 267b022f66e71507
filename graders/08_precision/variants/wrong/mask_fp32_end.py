# task: safe_mask_value
# mistake: fp32-end-everywhere
# fails: safe_mask_value.the_end_of_fp16, safe_mask_value.the_end_of_each_sixteen_bit_format, safe_mask_value.a_wholly_masked_row_survives
"""Uses fp32's end for every dtype."""

import torch


def safe_mask_value(dtype):
    return torch.finfo(torch.float32).min
