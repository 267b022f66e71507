# task: train_logged
# mistake: read-every-step
# fails: train_logged.no_other_value_is_read
"""Calls .item() on each loss."""


def train_logged(step, batches, log_every):
    losses = []
    for number, batch in enumerate(batches, start=1):
        loss = step(batch).item()
        if number % log_every == 0:
            losses.append(loss)
    return losses
