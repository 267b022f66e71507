# task: safe_mask_value
"""One step back from minus infinity."""

import math

import torch


def safe_mask_value(dtype):
    end = torch.tensor(-math.inf, dtype=dtype)
    return torch.nextafter(end, torch.zeros_like(end)).item()
