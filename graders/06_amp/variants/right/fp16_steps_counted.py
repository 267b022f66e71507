# task: fp16_step
"""A hook on the optimizer tells whether it stepped."""

import torch


def fp16_step(model, optimizer, scaler, loss_fn, inputs, targets, device_type, max_norm=None):
    steps = []
    handle = optimizer.register_step_post_hook(lambda optimizer, args, kwargs: steps.append(1))
    try:
        optimizer.zero_grad()
        with torch.autocast(device_type=device_type, dtype=torch.float16):
            loss = loss_fn(model(inputs), targets)
        scaler.scale(loss).backward()
        if max_norm:
            scaler.unscale_(optimizer)
            torch.nn.utils.clip_grad_norm_((p for g in optimizer.param_groups for p in g["params"]), max_norm)
        scaler.step(optimizer)
        scaler.update()
    finally:
        handle.remove()
    return len(steps) == 1
