# task: accumulated_step
# mistake: zeroed-inside-the-loop
# fails: accumulated_step.equals_the_full_batch_update, accumulated_step.every_chunk_size, accumulated_step.four_samples_three_at_a_time
"""Calls backward() behind the loop, on the last chunk's loss."""


def accumulated_step(model, optimizer, loss_fn, inputs, targets, micro_batch):
    optimizer.zero_grad()
    total = 0.0
    for x, y in zip(inputs.split(micro_batch), targets.split(micro_batch)):
        loss = loss_fn(model(x), y) * len(x) / len(inputs)
        total += loss.item()
    loss.backward()
    optimizer.step()
    return total
