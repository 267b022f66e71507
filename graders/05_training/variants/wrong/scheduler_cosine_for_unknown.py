# task: make_scheduler
# mistake: unknown-name-accepted
# fails: make_scheduler.unknown_names_are_refused
"""Everything else is a cosine."""


def make_scheduler(optimizer, name, epochs):
    if name == "step":
        return torch.optim.lr_scheduler.StepLR(optimizer, step_size=10, gamma=0.1)
    return torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=epochs)
