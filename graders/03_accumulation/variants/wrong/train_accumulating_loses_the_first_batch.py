# task: train_accumulating
# mistake: none
# fails: train_accumulating.counts_the_steps_over_any_stream, train_accumulating.each_window_is_averaged, train_accumulating.the_tail_gets_a_step_of_its_own, train_accumulating.three_batches_in_twos
"""Looks whether the stream is empty, and loses what it saw."""


def train_accumulating(model, optimizer, loss_fn, batches, every):
    stream, steps = iter(batches), 0
    if next(stream, None) is None:
        return 0
    optimizer.zero_grad()
    while window := list(islice(stream, every)):
        for inputs, targets in window:
            (loss_fn(model(inputs), targets) / len(window)).backward()
        optimizer.step()
        optimizer.zero_grad()
        steps += 1
    return steps
