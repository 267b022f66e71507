# task: safe_mask_value
# mistake: wrong-end
# fails: safe_mask_value.the_end_of_fp16, safe_mask_value.the_end_of_each_sixteen_bit_format, safe_mask_value.a_wholly_masked_row_survives
"""Takes the smallest number for the most negative one."""

import torch


def safe_mask_value(dtype):
    return torch.finfo(dtype).tiny
