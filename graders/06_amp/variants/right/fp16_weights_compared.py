# task: fp16_step
"""Knows by the weights themselves whether the step was made; always unscales."""

import torch


def fp16_step(model, optimizer, scaler, loss_fn, inputs, targets, device_type, max_norm=None):
    before = [parameter.detach().clone() for parameter in model.parameters()]
    with torch.autocast(device_type, dtype=torch.float16):
        loss = loss_fn(model(inputs), targets)
    scaler.scale(loss).backward()
    scaler.unscale_(optimizer)
    if max_norm is not None:
        torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    scaler.step(optimizer)
    scaler.update()
    optimizer.zero_grad(set_to_none=False)
    return any(not torch.equal(a, b) for a, b in zip(before, model.parameters(), strict=True))
