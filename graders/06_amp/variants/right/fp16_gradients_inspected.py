# task: fp16_step
"""Looks at the unscaled gradients; clips by hand."""

import torch


def fp16_step(model, optimizer, scaler, loss_fn, inputs, targets, device_type, max_norm=None):
    model.train()
    model.zero_grad()
    with torch.autocast(device_type, dtype=torch.float16):
        outputs = model(inputs)
    scaler.scale(loss_fn(outputs.float(), targets)).backward()
    scaler.unscale_(optimizer)
    grads = [parameter.grad for parameter in model.parameters() if parameter.grad is not None]
    norm = torch.stack([grad.norm() for grad in grads]).norm()
    if max_norm is not None and norm > max_norm:
        for grad in grads:
            grad.mul_(max_norm / norm)
    scaler.step(optimizer)
    scaler.update()
    return bool(torch.isfinite(norm))
