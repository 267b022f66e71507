# task: save_checkpoint, load_checkpoint
# mistake: nothing-at-path
# fails: save_checkpoint.the_file_loads_with_weights_only, save_checkpoint.momentum_is_in_the_file, save_checkpoint.saving_changes_nothing, load_checkpoint.buffers_come_back, load_checkpoint.a_file_from_another_device
"""Adds .pt to the path."""


def save_checkpoint(path, *, model, optimizer, scheduler, epoch):
    torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(),
                "scheduler": scheduler.state_dict(), "epoch": epoch}, f"{path}.pt")


def load_checkpoint(path, *, model, optimizer, scheduler, device):
    checkpoint = torch.load(f"{path}.pt", map_location=device)
    model.load_state_dict(checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    scheduler.load_state_dict(checkpoint["scheduler"])
    return checkpoint["epoch"] + 1
