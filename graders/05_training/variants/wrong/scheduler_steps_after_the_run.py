# task: make_scheduler
# mistake: step-from-epochs
# fails: make_scheduler.step_falls_to_a_tenth_after_ten_epochs, make_scheduler.step_in_two_groups
"""step_size=epochs."""


def make_scheduler(optimizer, name, epochs):
    if name == "step":
        return torch.optim.lr_scheduler.StepLR(optimizer, step_size=epochs, gamma=0.1)
    if name == "cosine":
        return torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=epochs)
    raise ValueError(name)
