# task: train_logged
# mistake: compared-every-step
# fails: train_logged.no_other_value_is_read
"""Keeps track of the best loss."""


def train_logged(step, batches, log_every):
    losses, best = [], None
    for number, batch in enumerate(batches, start=1):
        loss = step(batch)
        if best is None or loss < best:
            best = loss
        if number % log_every == 0:
            losses.append(loss.item())
    return losses
