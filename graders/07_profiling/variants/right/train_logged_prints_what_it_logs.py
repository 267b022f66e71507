# task: train_logged
"""Prints the float that it has read already; a countdown instead of a remainder."""


def train_logged(step, batches, log_every):
    losses, left = [], log_every
    for batch in batches:
        loss = step(batch)
        left -= 1
        if left == 0:
            value = loss.to("cpu").tolist()
            print(f"loss {value:.4f}")
            losses.append(value)
            left = log_every
    return losses
