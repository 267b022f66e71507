# task: bf16_step
"""Autocast as a decorator; cleared at the end, by setting .grad to None."""

import torch


def bf16_step(model, optimizer, loss_fn, inputs, targets, device_type):
    @torch.autocast(device_type=device_type, dtype=torch.bfloat16)
    def forward():
        return loss_fn(model(inputs), targets)

    loss = forward()
    loss.backward()
    optimizer.step()
    for group in optimizer.param_groups:
        for parameter in group["params"]:
            parameter.grad = None
    return float(loss)
