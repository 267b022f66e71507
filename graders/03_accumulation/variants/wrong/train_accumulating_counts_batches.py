# task: train_accumulating
# mistake: counted-the-batches
# fails: train_accumulating.three_batches_in_twos, train_accumulating.counts_the_steps_over_any_stream
"""Returns the number of batches."""


def train_accumulating(model, optimizer, loss_fn, batches, every):
    stream, steps = iter(batches), 0
    while window := list(islice(stream, every)):
        for inputs, targets in window:
            (loss_fn(model(inputs), targets) / len(window)).backward()
            steps += 1
        optimizer.step()
        optimizer.zero_grad()
    return steps
