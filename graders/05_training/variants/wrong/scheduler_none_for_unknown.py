# task: make_scheduler
# mistake: unknown-name-accepted
# fails: make_scheduler.unknown_names_are_refused
"""Falls through to None."""


def make_scheduler(optimizer, name, epochs):
    if name == "step":
        return torch.optim.lr_scheduler.StepLR(optimizer, step_size=10, gamma=0.1)
    if name == "cosine":
        return torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=epochs)
    return None
