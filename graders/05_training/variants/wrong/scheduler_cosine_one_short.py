# task: make_scheduler
# mistake: cosine-of-another-length
# fails: make_scheduler.cosine_reaches_half_in_the_middle, make_scheduler.cosine_is_as_long_as_the_run, train_digits.inputs_are_normalised, train_digits.the_rate_follows_a_cosine
"""T_max is one less than the number of epochs."""


def make_scheduler(optimizer, name, epochs):
    if name == "step":
        return torch.optim.lr_scheduler.StepLR(optimizer, step_size=10, gamma=0.1)
    if name == "cosine":
        return torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=epochs - 1)
    raise ValueError(name)
