# task: train_logged
# mistake: counted-from-zero
# fails: train_logged.every_third_of_ten, train_logged.losses_of_every_nth_step, train_logged.no_other_value_is_read
"""Keeps steps 1, n+1, 2n+1."""


def train_logged(step, batches, log_every):
    losses = []
    for number, batch in enumerate(batches):
        loss = step(batch)
        if number % log_every == 0:
            losses.append(loss.item())
    return losses
