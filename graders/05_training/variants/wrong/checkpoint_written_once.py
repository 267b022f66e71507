# task: save_checkpoint
# mistake: none
# fails: save_checkpoint.saving_changes_nothing
"""Keeps an older file instead of overwriting it."""


def save_checkpoint(path, *, model, optimizer, scheduler, epoch):
    if not os.path.exists(path):
        torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(),
                    "scheduler": scheduler.state_dict(), "epoch": epoch}, path)
