# task: train_accumulating
# mistake: left-a-gradient
# fails: train_accumulating.three_batches_in_twos, train_accumulating.leaves_no_gradient
"""Clears at the start of each window only."""


def train_accumulating(model, optimizer, loss_fn, batches, every):
    stream, steps = iter(batches), 0
    while window := list(islice(stream, every)):
        optimizer.zero_grad()
        for inputs, targets in window:
            (loss_fn(model(inputs), targets) / len(window)).backward()
        optimizer.step()
        steps += 1
    return steps
