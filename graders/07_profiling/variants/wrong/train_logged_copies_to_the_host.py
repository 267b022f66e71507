# task: train_logged
# mistake: read-every-step
# fails: train_logged.no_other_value_is_read
"""Copies each loss into a tensor on the host."""


def train_logged(step, batches, log_every):
    host, losses = torch.zeros(()), []
    for number, batch in enumerate(batches, start=1):
        host.copy_(step(batch).detach())
        if number % log_every == 0:
            losses.append(host.item())
    return losses
