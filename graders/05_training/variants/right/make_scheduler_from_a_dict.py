# task: make_scheduler
"""Looks the name up and translates the KeyError."""


def make_scheduler(optimizer, name, epochs):
    known = {
        "step": lambda: torch.optim.lr_scheduler.MultiStepLR(optimizer, list(range(10, max(epochs, 50), 10)), gamma=0.1),
        "cosine": lambda: torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs, eta_min=0.0),
    }
    try:
        return known[name]()
    except KeyError:
        raise ValueError(f"schedule must be one of {sorted(known)}, not {name}") from None
