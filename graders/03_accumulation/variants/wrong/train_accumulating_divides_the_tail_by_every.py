# task: train_accumulating
# mistake: tail-divided-by-every
# fails: train_accumulating.three_batches_in_twos, train_accumulating.the_tail_gets_a_step_of_its_own
"""The last window is divided by every."""


def train_accumulating(model, optimizer, loss_fn, batches, every):
    steps = waiting = 0
    optimizer.zero_grad()
    for inputs, targets in batches:
        (loss_fn(model(inputs), targets) / every).backward()
        waiting += 1
        if waiting == every:
            optimizer.step()
            optimizer.zero_grad()
            steps, waiting = steps + 1, 0
    if waiting:
        optimizer.step()
        optimizer.zero_grad()
        steps += 1
    return steps
