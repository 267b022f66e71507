# task: make_scheduler
# mistake: key-error-escapes
# fails: make_scheduler.unknown_names_are_refused
"""Looks the name up in a dict."""


def make_scheduler(optimizer, name, epochs):
    return {
        "step": torch.optim.lr_scheduler.StepLR(optimizer, step_size=10, gamma=0.1),
        "cosine": torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=epochs),
    }[name]
