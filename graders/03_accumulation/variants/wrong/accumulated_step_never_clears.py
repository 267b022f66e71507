# task: accumulated_step
# mistake: gradients-leak
# fails: accumulated_step.equals_the_full_batch_update, accumulated_step.every_chunk_size
"""The gradients of the call before take part."""


def accumulated_step(model, optimizer, loss_fn, inputs, targets, micro_batch):
    total = 0.0
    for x, y in zip(inputs.split(micro_batch), targets.split(micro_batch)):
        loss = loss_fn(model(x), y) * len(x) / len(inputs)
        loss.backward()
        total += loss.item()
    optimizer.step()
    return total
