# task: needs_grad_scaler
# mistake: no-answer-for-integers
# fails: needs_grad_scaler.integers_need_none
"""Asks finfo about integers."""

import torch


def needs_grad_scaler(dtype):
    return torch.finfo(dtype).smallest_normal > 1e-30
