# task: safe_mask_value
"""Constants, one of them an int."""

import torch


def safe_mask_value(dtype):
    return {
        torch.float16: -65504,
        torch.bfloat16: -3.3895e38,
        torch.float32: -3.4028e38,
        torch.float64: -1.7976931348623157e308,
    }[dtype]
