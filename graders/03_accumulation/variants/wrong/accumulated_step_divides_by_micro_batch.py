# task: accumulated_step
# mistake: divided-by-the-micro-batch
# fails: accumulated_step.four_samples_three_at_a_time, accumulated_step.equals_the_full_batch_update, accumulated_step.every_chunk_size, accumulated_step.returns_the_mean_over_the_whole_batch
"""Takes the size of a chunk for the number of chunks."""


def accumulated_step(model, optimizer, loss_fn, inputs, targets, micro_batch):
    optimizer.zero_grad()
    total = 0.0
    for x, y in zip(inputs.split(micro_batch), targets.split(micro_batch)):
        loss = loss_fn(model(x), y) / micro_batch
        loss.backward()
        total += loss.item()
    optimizer.step()
    return total
