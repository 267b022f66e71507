# task: bf16_step
# mistake: weights-did-not-move
# fails: bf16_step.two_steps_by_hand, bf16_step.a_run_follows_the_rehearsed_weights, bf16_step.bf16_wherever_it_runs
"""Clears between backward and the step."""

import torch


def bf16_step(model, optimizer, loss_fn, inputs, targets, device_type):
    with torch.autocast(device_type, dtype=torch.bfloat16):
        loss = loss_fn(model(inputs), targets)
    loss.backward()
    optimizer.zero_grad()
    optimizer.step()
    return loss.item()
