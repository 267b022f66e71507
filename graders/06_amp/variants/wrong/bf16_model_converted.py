# task: bf16_step
# mistake: weights-made-narrow
# fails: bf16_step.two_steps_by_hand, bf16_step.a_run_follows_the_rehearsed_weights, bf16_step.bf16_wherever_it_runs
"""Converts the model itself."""


def bf16_step(model, optimizer, loss_fn, inputs, targets, device_type):
    optimizer.zero_grad()
    model.bfloat16()
    loss = loss_fn(model(inputs.bfloat16()).float(), targets)
    loss.backward()
    optimizer.step()
    return loss.item()
