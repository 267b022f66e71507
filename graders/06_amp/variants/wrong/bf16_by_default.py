# task: bf16_step
# mistake: default-dtype-assumed
# fails: bf16_step.bf16_wherever_it_runs
"""Leaves the dtype to autocast's default."""

import torch


def bf16_step(model, optimizer, loss_fn, inputs, targets, device_type):
    optimizer.zero_grad()
    with torch.autocast(device_type):
        loss = loss_fn(model(inputs), targets)
    loss.backward()
    optimizer.step()
    return loss.item()
