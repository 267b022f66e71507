# task: bf16_step
"""Backward and the optimizer inside the context too, by an exit stack."""

from contextlib import ExitStack

import torch


def bf16_step(model, optimizer, loss_fn, inputs, targets, device_type):
    with ExitStack() as stack:
        stack.enter_context(torch.autocast(device_type, torch.bfloat16))
        loss = loss_fn(model(inputs), targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()
