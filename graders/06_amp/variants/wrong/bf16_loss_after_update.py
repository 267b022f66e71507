# task: bf16_step
# mistake: loss-after-update
# fails: bf16_step.two_steps_by_hand, bf16_step.a_run_follows_the_rehearsed_weights, bf16_step.bf16_wherever_it_runs
"""Reports the loss after the update."""

import torch


def bf16_step(model, optimizer, loss_fn, inputs, targets, device_type):
    optimizer.zero_grad()
    with torch.autocast(device_type, dtype=torch.bfloat16):
        loss = loss_fn(model(inputs), targets)
    loss.backward()
    optimizer.step()
    with torch.no_grad(), torch.autocast(device_type, dtype=torch.bfloat16):
        return loss_fn(model(inputs), targets).item()
