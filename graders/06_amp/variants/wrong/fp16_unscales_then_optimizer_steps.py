# task: fp16_step
# mistake: optimizer-step
# fails: fp16_step.an_overflow_in_the_middle
"""Unscales properly, then lets the plain optimizer step, inf or not."""

import torch
from torch import nn


def fp16_step(model, optimizer, scaler, loss_fn, inputs, targets, device_type, max_norm=None):
    optimizer.zero_grad()
    with torch.autocast(device_type, dtype=torch.float16):
        loss = loss_fn(model(inputs), targets)
    scaler.scale(loss).backward()
    scaler.unscale_(optimizer)
    if max_norm is not None:
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    before = scaler.get_scale()
    optimizer.step()
    scaler.update()
    return scaler.get_scale() >= before
