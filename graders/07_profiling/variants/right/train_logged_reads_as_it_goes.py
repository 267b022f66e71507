# task: train_logged
"""One read per logged loss, with float()."""


def train_logged(step, batches, log_every):
    losses = []
    for i, batch in enumerate(batches):
        loss = step(batch)
        if (i + 1) % log_every == 0:
            losses.append(float(loss.detach()))
    return losses
