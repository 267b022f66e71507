# task: accumulated_step
# mistake: dropped-the-last-chunk
# fails: accumulated_step.four_samples_three_at_a_time, accumulated_step.equals_the_full_batch_update, accumulated_step.one_step_in_small_chunks, accumulated_step.every_chunk_size, accumulated_step.returns_the_mean_over_the_whole_batch
"""Runs full chunks only."""


def accumulated_step(model, optimizer, loss_fn, inputs, targets, micro_batch):
    optimizer.zero_grad()
    total, count = 0.0, len(inputs) // micro_batch
    for i in range(count):
        part = slice(i * micro_batch, (i + 1) * micro_batch)
        loss = loss_fn(model(inputs[part]), targets[part]) / count
        loss.backward()
        total += loss.item()
    optimizer.step()
    return total
