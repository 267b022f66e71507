# task: bf16_step
# mistake: trained-in-eval-mode
# fails: bf16_step.a_run_follows_the_rehearsed_weights
"""Trains in eval mode."""


def bf16_step(model, optimizer, loss_fn, inputs, targets, device_type):
    model.eval()
    optimizer.zero_grad()
    with torch.autocast(device_type, dtype=torch.bfloat16):
        loss = loss_fn(model(inputs), targets)
    loss.backward()
    optimizer.step()
    return loss.item()
