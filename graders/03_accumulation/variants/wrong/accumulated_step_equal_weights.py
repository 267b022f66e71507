# task: accumulated_step
# mistake: equal-chunk-weights
# fails: accumulated_step.four_samples_three_at_a_time, accumulated_step.equals_the_full_batch_update, accumulated_step.returns_the_mean_over_the_whole_batch
"""Divides by the number of chunks, though the last is smaller."""


def accumulated_step(model, optimizer, loss_fn, inputs, targets, micro_batch):
    optimizer.zero_grad()
    chunks = list(zip(inputs.split(micro_batch), targets.split(micro_batch)))
    total = 0.0
    for x, y in chunks:
        loss = loss_fn(model(x), y) / len(chunks)
        loss.backward()
        total += loss.item()
    optimizer.step()
    return total
