# task: train_logged
# mistake: printed-every-step
# fails: train_logged.no_other_value_is_read
"""Prints each loss."""


def train_logged(step, batches, log_every):
    losses = []
    for number, batch in enumerate(batches, start=1):
        loss = step(batch)
        print(number, loss)
        if number % log_every == 0:
            losses.append(loss.item())
    return losses
