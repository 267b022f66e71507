# task: safe_mask_value
# mistake: fp32-end-everywhere
# fails: safe_mask_value.a_wholly_masked_row_survives
"""Gives float64 the end of fp32."""

def safe_mask_value(dtype):
    return torch.finfo(dtype if dtype.itemsize == 2 else torch.float32).min
