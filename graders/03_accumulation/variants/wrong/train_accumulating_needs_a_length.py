# task: train_accumulating
# mistake: walked-twice
# fails: train_accumulating.counts_the_steps_over_any_stream
"""len() of a generator."""


def train_accumulating(model, optimizer, loss_fn, batches, every):
    steps = 0
    tail = len(batches) - len(batches) % every
    for i, (inputs, targets) in enumerate(batches):
        size = every if i < tail else len(batches) - tail
        (loss_fn(model(inputs), targets) / size).backward()
        if (i + 1) % every == 0 or i + 1 == len(batches):
            optimizer.step()
            optimizer.zero_grad()
            steps += 1
    return steps
