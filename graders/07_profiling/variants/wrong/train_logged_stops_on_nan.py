# task: train_logged
# mistake: compared-every-step
# fails: train_logged.no_other_value_is_read
"""Asks in each step whether the loss is finite."""


def train_logged(step, batches, log_every):
    losses = []
    for number, batch in enumerate(batches, start=1):
        loss = step(batch)
        if not torch.isfinite(loss):
            break
        if number % log_every == 0:
            losses.append(loss.item())
    return losses
