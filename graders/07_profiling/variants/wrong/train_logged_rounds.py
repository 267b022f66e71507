# task: train_logged
# mistake: losses-rounded
# fails: train_logged.losses_of_every_nth_step, train_logged.no_other_value_is_read
"""Rounds the losses to four digits."""


def train_logged(step, batches, log_every):
    out = []
    for n, b in enumerate(batches, start=1):
        l = step(b)
        if n % log_every == 0:
            out.append(round(l.item(), 4))
    return out
