# task: save_checkpoint, load_checkpoint
# mistake: pickled-objects
# fails: save_checkpoint.the_file_loads_with_weights_only, save_checkpoint.momentum_is_in_the_file
"""Saves the model itself."""


def save_checkpoint(path, *, model, optimizer, scheduler, epoch):
    torch.save({"model": model, "optimizer": optimizer.state_dict(), "scheduler": scheduler.state_dict(), "epoch": epoch}, path)


def load_checkpoint(path, *, model, optimizer, scheduler, device):
    checkpoint = torch.load(path, map_location=device, weights_only=False)
    model.load_state_dict(checkpoint["model"].state_dict())
    optimizer.load_state_dict(checkpoint["optimizer"])
    scheduler.load_state_dict(checkpoint["scheduler"])
    return checkpoint["epoch"] + 1
