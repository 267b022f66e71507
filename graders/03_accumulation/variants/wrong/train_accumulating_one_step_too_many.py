# task: train_accumulating
# mistake: none
# fails: train_accumulating.each_window_is_averaged, train_accumulating.counts_the_steps_over_any_stream
"""Steps once more at the end, even if nothing is left, with zero gradients."""


def train_accumulating(model, optimizer, loss_fn, batches, every):
    steps = 0
    window = []
    for batch in [*batches, None]:
        if batch is not None:
            window.append(batch)
        if batch is None or len(window) == every:
            for inputs, targets in window:
                (loss_fn(model(inputs), targets) / len(window)).backward()
            optimizer.step()
            optimizer.zero_grad(set_to_none=False)
            window = []
            steps += 1
    return steps
