# task: train_logged
# mistake: kept-every-loss
# fails: train_logged.every_third_of_ten, train_logged.losses_of_every_nth_step, train_logged.no_other_value_is_read
"""Returns every loss."""


def train_logged(step, batches, log_every):
    losses = []
    for number, batch in enumerate(batches, start=1):
        loss = step(batch)
        if True:
            losses.append(loss.item())
    return losses
