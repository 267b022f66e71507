# task: train_accumulating
# mistake: zeroed-inside-the-loop
# fails: train_accumulating.three_batches_in_twos, train_accumulating.each_window_is_averaged, train_accumulating.the_tail_gets_a_step_of_its_own
"""zero_grad before every backward."""


def train_accumulating(model, optimizer, loss_fn, batches, every):
    stream, steps = iter(batches), 0
    while window := list(islice(stream, every)):
        for inputs, targets in window:
            optimizer.zero_grad()
            (loss_fn(model(inputs), targets) / len(window)).backward()
        optimizer.step()
        steps += 1
    optimizer.zero_grad()
    return steps
