# task: bf16_step
# mistake: loss-in-sixteen-bits
# fails: bf16_step.a_run_follows_the_rehearsed_weights
"""The loss on 16-bit outputs, outside of the context."""


def bf16_step(model, optimizer, loss_fn, inputs, targets, device_type):
    optimizer.zero_grad()
    with torch.autocast(device_type, dtype=torch.bfloat16):
        out = model(inputs)
    loss = loss_fn(out, targets)
    loss.backward()
    optimizer.step()
    return loss.item()
