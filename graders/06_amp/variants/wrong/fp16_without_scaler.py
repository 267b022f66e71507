# task: fp16_step
# mistake: scaler-unused
# fails: fp16_step.two_scaled_steps_by_hand, fp16_step.an_overflow_in_the_middle, fp16_step.tiny_gradients_survive, fp16_step.clips_the_true_gradients
"""Ignores the scaler altogether."""

import torch
from torch import nn


def fp16_step(model, optimizer, scaler, loss_fn, inputs, targets, device_type, max_norm=None):
    optimizer.zero_grad()
    with torch.autocast(device_type, dtype=torch.float16):
        loss = loss_fn(model(inputs), targets)
    loss.backward()
    if max_norm is not None:
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    optimizer.step()
    return True
