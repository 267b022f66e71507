# task: save_checkpoint, load_checkpoint
# mistake: scheduler-not-restored
# fails: load_checkpoint.two_and_two_epochs_make_four, load_checkpoint.the_schedule_goes_on
"""Model, optimizer and epoch only."""


def save_checkpoint(path, *, model, optimizer, scheduler, epoch):
    torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch}, path)


def load_checkpoint(path, *, model, optimizer, scheduler, device):
    checkpoint = torch.load(path, map_location=device)
    model.load_state_dict(checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    return checkpoint["epoch"] + 1
