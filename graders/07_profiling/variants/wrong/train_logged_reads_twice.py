# task: train_logged
# mistake: read-twice
# fails: train_logged.no_other_value_is_read
"""Reads a logged loss for the list, and again for the message."""


def train_logged(step, batches, log_every):
    losses = []
    for number, batch in enumerate(batches, start=1):
        loss = step(batch)
        if number % log_every == 0:
            losses.append(loss.item())
            print(f"step {number}: {loss.item():.3f}")
    return losses
