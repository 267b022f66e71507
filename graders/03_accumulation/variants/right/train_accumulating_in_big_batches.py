# task: train_accumulating
"""Joins the batches of a window to one large batch."""


def train_accumulating(model, optimizer, loss_fn, batches, every):
    batches, steps = iter(batches), 0
    for first in batches:
        window = [first, *islice(batches, every - 1)]
        inputs, targets = (torch.cat(side) for side in zip(*window))
        optimizer.zero_grad()
        loss_fn(model(inputs), targets).backward()
        optimizer.step()
        steps += 1
    optimizer.zero_grad()
    return steps
