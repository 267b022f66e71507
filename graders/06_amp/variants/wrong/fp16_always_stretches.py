# task: fp16_step
# mistake: always-stretched
# fails: fp16_step.clips_the_true_gradients
"""Normalises gradients instead of clipping them."""

import torch
from torch import nn


def fp16_step(model, optimizer, scaler, loss_fn, inputs, targets, device_type, max_norm=None):
    optimizer.zero_grad()
    with torch.autocast(device_type, dtype=torch.float16):
        loss = loss_fn(model(inputs), targets)
    scaler.scale(loss).backward()
    if max_norm is not None:
        scaler.unscale_(optimizer)
        norm = nn.utils.get_total_norm([p.grad for p in model.parameters()])
        for parameter in model.parameters():
            parameter.grad *= max_norm / norm
    before = scaler.get_scale()
    scaler.step(optimizer)
    scaler.update()
    return scaler.get_scale() >= before
