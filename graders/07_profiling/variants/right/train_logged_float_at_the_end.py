# task: train_logged
"""Keeps tensors, reads each at the end."""


def train_logged(step, batches, log_every):
    kept = list(map(step, batches))[log_every - 1 :: log_every]
    return [float(loss) for loss in kept]
