# task: accumulated_step
# mistake: stepped-every-chunk
# fails: accumulated_step.four_samples_three_at_a_time, accumulated_step.equals_the_full_batch_update, accumulated_step.one_step_in_small_chunks, accumulated_step.every_chunk_size, accumulated_step.returns_the_mean_over_the_whole_batch
"""A step for each chunk."""


def accumulated_step(model, optimizer, loss_fn, inputs, targets, micro_batch):
    total = 0.0
    for x, y in zip(inputs.split(micro_batch), targets.split(micro_batch)):
        optimizer.zero_grad()
        loss = loss_fn(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss.item() * len(x)
    return total / len(inputs)
