# task: fp16_step
# mistake: divided-too-often
# fails: fp16_step.an_overflow_in_the_middle, fp16_step.clips_the_true_gradients, fp16_step.clips_to_half_by_hand, fp16_step.tiny_gradients_survive, fp16_step.two_scaled_steps_by_hand
"""Divides by the scale by hand, and the scaler does it again."""

import torch
from torch import nn


def fp16_step(model, optimizer, scaler, loss_fn, inputs, targets, device_type, max_norm=None):
    optimizer.zero_grad()
    with torch.autocast(device_type, dtype=torch.float16):
        loss = loss_fn(model(inputs), targets)
    scaler.scale(loss).backward()
    if max_norm is not None:
        scaler.unscale_(optimizer)
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    for parameter in model.parameters():
        parameter.grad /= scaler.get_scale()
    before = scaler.get_scale()
    scaler.step(optimizer)
    scaler.update()
    return scaler.get_scale() >= before
