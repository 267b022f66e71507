# task: save_checkpoint
# mistake: none
# fails: save_checkpoint.momentum_is_in_the_file, save_checkpoint.saving_changes_nothing
"""Zeroes the optimizer state while saving to save space."""


def save_checkpoint(path, *, model, optimizer, scheduler, epoch):
    torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(),
                "scheduler": scheduler.state_dict(), "epoch": epoch}, path)
    optimizer.state.clear()
