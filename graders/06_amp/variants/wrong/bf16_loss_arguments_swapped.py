# task: bf16_step
# mistake: loss-arguments-swapped
# fails: bf16_step.a_run_follows_the_rehearsed_weights
"""Hands the targets to the loss first."""


def bf16_step(model, optimizer, loss_fn, inputs, targets, device_type):
    optimizer.zero_grad()
    with torch.autocast(device_type, dtype=torch.bfloat16):
        loss = loss_fn(targets, model(inputs))
    loss.backward()
    optimizer.step()
    return loss.item()
