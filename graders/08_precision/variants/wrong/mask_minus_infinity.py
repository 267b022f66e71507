# task: safe_mask_value
# mistake: minus-infinity
# fails: safe_mask_value.the_end_of_fp16, safe_mask_value.the_end_of_each_sixteen_bit_format, safe_mask_value.a_wholly_masked_row_survives
"""Masks with minus infinity."""

import math


def safe_mask_value(dtype):
    return -math.inf
