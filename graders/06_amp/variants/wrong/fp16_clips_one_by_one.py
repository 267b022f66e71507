# task: fp16_step
# mistake: clipped-one-by-one
# fails: fp16_step.clips_the_true_gradients, fp16_step.clips_to_half_by_hand
"""Clips each parameter's gradient by its own norm."""

import torch
from torch import nn


def fp16_step(model, optimizer, scaler, loss_fn, inputs, targets, device_type, max_norm=None):
    optimizer.zero_grad()
    with torch.autocast(device_type, dtype=torch.float16):
        loss = loss_fn(model(inputs), targets)
    scaler.scale(loss).backward()
    if max_norm is not None:
        scaler.unscale_(optimizer)
        for parameter in model.parameters():
            nn.utils.clip_grad_norm_(parameter, max_norm)
    before = scaler.get_scale()
    scaler.step(optimizer)
    scaler.update()
    return scaler.get_scale() >= before
