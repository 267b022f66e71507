# task: train_logged
# mistake: none
# fails: train_logged.losses_of_every_nth_step
"""Asks for len(batches)."""


def train_logged(step, batches, log_every):
    losses = []
    for number in range(1, len(batches) + 1):
        loss = step(batches[number - 1])
        if number % log_every == 0:
            losses.append(float(loss))
    return losses
