# task: train_logged
# mistake: none
# fails: train_logged.losses_of_every_nth_step, train_logged.no_other_value_is_read
"""Trains only on the steps that it logs."""


def train_logged(step, batches, log_every):
    return [step(batch).item() for number, batch in enumerate(batches, start=1) if number % log_every == 0]
