# task: train_accumulating
# mistake: no-division
# fails: train_accumulating.three_batches_in_twos, train_accumulating.each_window_is_averaged, train_accumulating.the_tail_gets_a_step_of_its_own
"""Adds up the batches of a window."""


def train_accumulating(model, optimizer, loss_fn, batches, every):
    stream, steps = iter(batches), 0
    while window := list(islice(stream, every)):
        for inputs, targets in window:
            loss_fn(model(inputs), targets).backward()
        optimizer.step()
        optimizer.zero_grad()
        steps += 1
    return steps
