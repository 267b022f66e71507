# task: train_logged
# mistake: tensors-not-floats
# fails: train_logged.every_third_of_ten, train_logged.losses_of_every_nth_step, train_logged.no_other_value_is_read
"""Returns tensors."""


def train_logged(step, batches, log_every):
    losses = []
    for number, batch in enumerate(batches, start=1):
        loss = step(batch)
        if number % log_every == 0:
            losses.append(loss.detach())
    return losses
