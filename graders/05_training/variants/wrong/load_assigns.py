# task: load_checkpoint
# mistake: assigned-parameters
# fails: load_checkpoint.two_and_two_epochs_make_four
"""assign=True replaces the parameters."""


def load_checkpoint(path, *, model, optimizer, scheduler, device):
    checkpoint = torch.load(path, map_location=device)
    model.load_state_dict(checkpoint["model"], assign=True)
    optimizer.load_state_dict(checkpoint["optimizer"])
    scheduler.load_state_dict(checkpoint["scheduler"])
    return checkpoint["epoch"] + 1
