# task: safe_mask_value
# mistake: fp16-end-everywhere
# fails: safe_mask_value.the_end_of_each_sixteen_bit_format, safe_mask_value.a_wholly_masked_row_survives
"""Uses fp16's end for every dtype."""


def safe_mask_value(dtype):
    return -65504.0
