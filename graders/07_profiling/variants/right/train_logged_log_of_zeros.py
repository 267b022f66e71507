# task: train_logged
"""A log on the loss's own device."""


def train_logged(step, batches, log_every):
    log, count = None, 0
    for batch in batches:
        loss = step(batch)
        if log is None:
            log = torch.zeros(1000, device=loss.device)
        log[count] = loss.detach()
        count += 1
    return [] if log is None else log[:count][log_every - 1 :: log_every].tolist()
