# task: safe_mask_value
# mistake: largest-positive
# fails: safe_mask_value.the_end_of_fp16, safe_mask_value.the_end_of_each_sixteen_bit_format, safe_mask_value.a_wholly_masked_row_survives
"""Forgets the sign."""

import torch


def safe_mask_value(dtype):
    return torch.finfo(dtype).max
