# task: train_accumulating
# mistake: counted-full-windows
# fails: train_accumulating.three_batches_in_twos, train_accumulating.counts_the_steps_over_any_stream
"""Steps for the tail, but does not count it."""


def train_accumulating(model, optimizer, loss_fn, batches, every):
    batches = list(batches)
    for start in range(0, len(batches), every):
        window = batches[start:start + every]
        for inputs, targets in window:
            (loss_fn(model(inputs), targets) / len(window)).backward()
        optimizer.step()
        optimizer.zero_grad()
    return len(batches) // every
