# task: bf16_step
"""The whole step as a closure of the optimizer."""

import torch


def bf16_step(model, optimizer, loss_fn, inputs, targets, device_type):
    def closure():
        optimizer.zero_grad()
        with torch.autocast(device_type, dtype=torch.bfloat16):
            loss = loss_fn(model(inputs), targets)
        loss.backward()
        return loss

    return optimizer.step(closure).item()
