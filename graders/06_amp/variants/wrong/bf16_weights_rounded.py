# task: bf16_step
# mistake: weights-made-narrow
# fails: bf16_step.a_run_follows_the_rehearsed_weights, bf16_step.bf16_wherever_it_runs
"""Rounds the weights to bf16, and stores them as float32."""


def bf16_step(model, optimizer, loss_fn, inputs, targets, device_type):
    optimizer.zero_grad()
    with torch.autocast(device_type, dtype=torch.bfloat16):
        loss = loss_fn(model(inputs), targets)
    loss.backward()
    optimizer.step()
    with torch.no_grad():
        for p in model.parameters():
            p.copy_(p.bfloat16())
    return loss.item()
