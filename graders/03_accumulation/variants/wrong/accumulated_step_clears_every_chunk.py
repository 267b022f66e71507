# task: accumulated_step
# mistake: zeroed-inside-the-loop
# fails: accumulated_step.four_samples_three_at_a_time, accumulated_step.equals_the_full_batch_update, accumulated_step.every_chunk_size
"""zero_grad inside the chunk loop."""


def accumulated_step(model, optimizer, loss_fn, inputs, targets, micro_batch):
    total = 0.0
    for x, y in zip(inputs.split(micro_batch), targets.split(micro_batch)):
        optimizer.zero_grad()
        loss = loss_fn(model(x), y) * len(x) / len(inputs)
        loss.backward()
        total += loss.item()
    optimizer.step()
    return total
