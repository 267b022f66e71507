# task: make_scheduler
# mistake: unknown-name-accepted
# fails: make_scheduler.unknown_names_are_refused
"""Takes names in any spelling, although every other name is to be refused."""


def make_scheduler(optimizer, name, epochs):
    name = name.lower().strip()
    if name == "step":
        return torch.optim.lr_scheduler.StepLR(optimizer, 10)
    if name == "cosine":
        return torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs)
    raise ValueError(name)
