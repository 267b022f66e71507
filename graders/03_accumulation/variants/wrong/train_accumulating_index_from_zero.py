# task: train_accumulating
# mistake: index-off-by-one
# fails: train_accumulating.three_batches_in_twos, train_accumulating.each_window_is_averaged, train_accumulating.the_tail_gets_a_step_of_its_own, train_accumulating.counts_the_steps_over_any_stream, train_accumulating.leaves_no_gradient
"""i % every == 0."""


def train_accumulating(model, optimizer, loss_fn, batches, every):
    steps = 0
    optimizer.zero_grad()
    for i, (inputs, targets) in enumerate(batches):
        (loss_fn(model(inputs), targets) / every).backward()
        if i % every == 0:
            optimizer.step()
            optimizer.zero_grad()
            steps += 1
    return steps
