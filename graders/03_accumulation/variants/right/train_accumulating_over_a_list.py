# task: train_accumulating
"""Keeps all batches in a list, where the index tells what is left."""


def train_accumulating(model, optimizer, loss_fn, batches, every):
    batches = list(batches)
    last = len(batches) // every * every
    steps = 0
    for i, (inputs, targets) in enumerate(batches):
        size = every if i < last else len(batches) - last
        (loss_fn(model(inputs), targets) / size).backward()
        if (i + 1) % every == 0 or i + 1 == len(batches):
            optimizer.step()
            model.zero_grad()
            steps += 1
    return steps
