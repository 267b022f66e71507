# task: load_checkpoint
# mistake: first-rate-again
# fails: load_checkpoint.the_schedule_goes_on
"""Restores everything, then sets the rate by hand."""


def load_checkpoint(path, *, model, optimizer, scheduler, device):
    c = torch.load(path, map_location=device, weights_only=True)
    lr = optimizer.param_groups[0]["lr"]
    model.load_state_dict(c["model"]); optimizer.load_state_dict(c["optimizer"]); scheduler.load_state_dict(c["scheduler"])
    for g in optimizer.param_groups:
        g["lr"] = lr
    return c["epoch"] + 1
