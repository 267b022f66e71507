# task: accumulated_step
# mistake: whole-batch-at-once
# fails: accumulated_step.one_step_in_small_chunks
"""Ignores micro_batch."""


def accumulated_step(model, optimizer, loss_fn, inputs, targets, micro_batch):
    return train_step(model, optimizer, loss_fn, inputs, targets)
