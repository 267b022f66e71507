# task: train_logged
# mistake: averaged-the-window
# fails: train_logged.every_third_of_ten, train_logged.losses_of_every_nth_step, train_logged.no_other_value_is_read
"""Returns means over windows."""


def train_logged(step, batches, log_every):
    losses, total = [], 0.0
    for number, batch in enumerate(batches, start=1):
        total = total + step(batch).detach()
        if number % log_every == 0:
            losses.append(float(total) / log_every)
            total = 0.0
    return losses
