# task: make_scheduler
# mistake: gamma-one-half
# fails: make_scheduler.step_falls_to_a_tenth_after_ten_epochs, make_scheduler.step_in_two_groups
"""gamma=0.5."""


def make_scheduler(optimizer, name, epochs):
    if name == "step":
        return torch.optim.lr_scheduler.StepLR(optimizer, step_size=10, gamma=0.5)
    if name == "cosine":
        return torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=epochs)
    raise ValueError(name)
