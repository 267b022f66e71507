# task: accumulated_step
# mistake: averaged-only-the-number
# fails: accumulated_step.four_samples_three_at_a_time, accumulated_step.equals_the_full_batch_update, accumulated_step.every_chunk_size
"""Divides the loss when its gradients are already there."""


def accumulated_step(model, optimizer, loss_fn, inputs, targets, micro_batch):
    optimizer.zero_grad()
    total = 0.0
    for x, y in zip(inputs.split(micro_batch), targets.split(micro_batch)):
        loss = loss_fn(model(x), y)
        loss.backward()
        loss = loss * len(x) / len(inputs)
        total += loss.item()
    optimizer.step()
    return total
