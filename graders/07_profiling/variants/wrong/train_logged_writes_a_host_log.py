# task: train_logged
# mistake: read-every-step
# fails: train_logged.no_other_value_is_read
"""Writes each loss into a tensor on the host."""


def train_logged(step, batches, log_every):
    log, count = torch.zeros(1000), 0
    for batch in batches:
        log[count] = step(batch).detach()
        count += 1
    return log[:count][log_every - 1 :: log_every].tolist()
