# task: safe_mask_value
# mistake: minus-a-billion
# fails: safe_mask_value.the_end_of_fp16, safe_mask_value.the_end_of_each_sixteen_bit_format, safe_mask_value.a_wholly_masked_row_survives
"""Writes -1e9 everywhere."""


def safe_mask_value(dtype):
    return -1e9
