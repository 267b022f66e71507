# task: load_checkpoint
# mistake: weights-not-loaded
# fails: load_checkpoint.finished_epoch_four_means_five_is_next, load_checkpoint.two_and_two_epochs_make_four, load_checkpoint.a_file_from_another_device, load_checkpoint.buffers_come_back
"""Rebinds the name `model`."""


def load_checkpoint(path, *, model, optimizer, scheduler, device):
    checkpoint = torch.load(path, map_location=device)
    model = checkpoint["model"]
    optimizer.load_state_dict(checkpoint["optimizer"])
    scheduler.load_state_dict(checkpoint["scheduler"])
    return checkpoint["epoch"] + 1
