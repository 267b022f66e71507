# task: load_checkpoint
# mistake: optimizer-not-restored
# fails: load_checkpoint.two_and_two_epochs_make_four, load_checkpoint.the_schedule_goes_on
"""Forgets optimizer.load_state_dict."""


def load_checkpoint(path, *, model, optimizer, scheduler, device):
    checkpoint = torch.load(path, map_location=device)
    model.load_state_dict(checkpoint["model"])
    scheduler.load_state_dict(checkpoint["scheduler"])
    return checkpoint["epoch"] + 1
