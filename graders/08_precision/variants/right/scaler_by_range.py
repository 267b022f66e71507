# task: needs_grad_scaler
"""Asks how far down a floating format reaches."""

import torch


def needs_grad_scaler(dtype):
    return dtype.is_floating_point and torch.finfo(dtype).tiny > 1e-30
