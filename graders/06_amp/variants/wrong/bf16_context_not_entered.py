# task: bf16_step
# mistake: no-autocast
# fails: bf16_step.two_steps_by_hand, bf16_step.a_run_follows_the_rehearsed_weights, bf16_step.bf16_wherever_it_runs
"""Makes the autocast context and never enters it."""

import torch


def bf16_step(model, optimizer, loss_fn, inputs, targets, device_type):
    optimizer.zero_grad()
    torch.autocast(device_type, dtype=torch.bfloat16)
    loss = loss_fn(model(inputs), targets)
    loss.backward()
    optimizer.step()
    return loss.item()
