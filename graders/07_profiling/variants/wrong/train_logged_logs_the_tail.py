# task: train_logged
# mistake: tail-logged
# fails: train_logged.every_third_of_ten, train_logged.losses_of_every_nth_step, train_logged.no_other_value_is_read
"""Logs the last step, too."""


def train_logged(step, batches, log_every):
    losses, batches = [], list(batches)
    for number, batch in enumerate(batches, start=1):
        loss = step(batch)
        if number % log_every == 0 or number == len(batches):
            losses.append(float(loss))
    return losses
