# task: accumulated_step
# mistake: micro-batch-as-count
# fails: accumulated_step.one_step_in_small_chunks
"""Cuts into micro_batch pieces."""


def accumulated_step(model, optimizer, loss_fn, inputs, targets, micro_batch):
    optimizer.zero_grad()
    total = 0.0
    for x, y in zip(inputs.chunk(micro_batch), targets.chunk(micro_batch)):
        loss = loss_fn(model(x), y) * len(x) / len(inputs)
        loss.backward()
        total += loss.item()
    optimizer.step()
    return total
