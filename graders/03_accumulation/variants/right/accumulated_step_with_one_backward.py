# task: accumulated_step
"""Adds up the weighted losses, then one backward."""


def accumulated_step(model, optimizer, loss_fn, inputs, targets, micro_batch):
    total = 0
    for start in range(0, len(inputs), micro_batch):
        x, y = inputs[start:start + micro_batch], targets[start:start + micro_batch]
        total = total + loss_fn(model(x), y) * len(x)
    loss = total / len(inputs)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()
