# task: fp16_step
"""The negation of 'the scale shrank', with everything inside the context."""

import torch


def fp16_step(model, optimizer, scaler, loss_fn, inputs, targets, device_type, max_norm=None):
    old = scaler.get_scale()
    with torch.autocast(device_type, torch.float16):
        loss = loss_fn(model(inputs), targets)
        optimizer.zero_grad()
        scaler.scale(loss).backward()
    if max_norm is not None:
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(list(model.parameters()), max_norm, norm_type=2.0)
    scaler.step(optimizer)
    scaler.update()
    return not scaler.get_scale() < old
