# task: train_accumulating
# mistake: stepped-every-batch
# fails: train_accumulating.three_batches_in_twos, train_accumulating.each_window_is_averaged, train_accumulating.the_tail_gets_a_step_of_its_own, train_accumulating.counts_the_steps_over_any_stream
"""Ignores every."""


def train_accumulating(model, optimizer, loss_fn, batches, every):
    steps = 0
    for inputs, targets in batches:
        train_step(model, optimizer, loss_fn, inputs, targets)
        steps += 1
    optimizer.zero_grad()
    return steps
