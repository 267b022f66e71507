# task: save_checkpoint, load_checkpoint
# mistake: none
# fails: load_checkpoint.buffers_come_back, load_checkpoint.a_file_from_another_device
"""Saves what requires grad, and the buffers."""


def save_checkpoint(path, *, model, optimizer, scheduler, epoch):
    torch.save(
        {
            "m": {k: p for k, p in model.named_parameters() if p.requires_grad},
            "b": dict(model.named_buffers()),
            "o": optimizer.state_dict(),
            "s": scheduler.state_dict(),
            "e": epoch,
        },
        path,
    )


def load_checkpoint(path, *, model, optimizer, scheduler, device):
    c = torch.load(path, map_location=device)
    model.load_state_dict({**c["m"], **c["b"]}, strict=False)
    optimizer.load_state_dict(c["o"])
    scheduler.load_state_dict(c["s"])
    return c["e"] + 1
