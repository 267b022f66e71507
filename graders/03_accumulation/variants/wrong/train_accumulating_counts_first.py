# task: train_accumulating
# mistake: walked-twice
# fails: train_accumulating.counts_the_steps_over_any_stream
"""Walks the stream once to count it, and then finds nothing in a generator."""


def train_accumulating(model, optimizer, loss_fn, batches, every):
    count = sum(1 for _ in batches)
    steps = 0
    for i, (inputs, targets) in enumerate(batches):
        size = min(every, count - i // every * every)
        (loss_fn(model(inputs), targets) / size).backward()
        if (i + 1) % every == 0 or i + 1 == count:
            optimizer.step()
            optimizer.zero_grad()
            steps += 1
    return steps
