# task: train_logged
"""A log on the host, written only when a loss is asked for."""


def train_logged(step, batches, log_every):
    log, kept = torch.empty(1000), 0
    for number, batch in enumerate(batches, start=1):
        loss = step(batch)
        if number % log_every == 0:
            log[kept] = loss.detach()
            kept += 1
    return log[:kept].tolist()
