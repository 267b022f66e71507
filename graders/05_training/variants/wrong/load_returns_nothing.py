# task: load_checkpoint
# mistake: nothing-returned
# fails: load_checkpoint.finished_epoch_four_means_five_is_next, load_checkpoint.the_next_epoch_is_one_more
"""No return."""


def load_checkpoint(path, *, model, optimizer, scheduler, device):
    checkpoint = torch.load(path, map_location=device)
    model.load_state_dict(checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    scheduler.load_state_dict(checkpoint["scheduler"])
