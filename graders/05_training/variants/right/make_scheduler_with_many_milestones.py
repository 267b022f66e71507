# task: make_scheduler
"""Milestones at each tenth epoch, the two makers in a dict."""


def make_scheduler(optimizer, name, epochs):
    import torch.optim.lr_scheduler as S

    makers = dict(
        step=lambda: S.MultiStepLR(optimizer, list(range(10, 10 * 1000, 10))),
        cosine=lambda: S.CosineAnnealingLR(optimizer, epochs),
    )
    if name not in makers:
        raise ValueError(f"{name} not in {sorted(makers)}")
    return makers[name]()
