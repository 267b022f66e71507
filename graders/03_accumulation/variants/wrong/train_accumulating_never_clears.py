# task: train_accumulating
# mistake: gradients-leak
# fails: train_accumulating.three_batches_in_twos, train_accumulating.each_window_is_averaged, train_accumulating.the_tail_gets_a_step_of_its_own, train_accumulating.leaves_no_gradient
"""Every window also has the gradients of those before."""


def train_accumulating(model, optimizer, loss_fn, batches, every):
    stream, steps = iter(batches), 0
    while window := list(islice(stream, every)):
        for inputs, targets in window:
            (loss_fn(model(inputs), targets) / len(window)).backward()
        optimizer.step()
        steps += 1
    return steps
