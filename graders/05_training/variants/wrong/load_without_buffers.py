# task: load_checkpoint
# mistake: buffers-not-restored
# fails: load_checkpoint.buffers_come_back
"""Copies the parameters by name and forgets the buffers."""


def load_checkpoint(path, *, model, optimizer, scheduler, device):
    c = torch.load(path, map_location=device, weights_only=True)
    with torch.no_grad():
        for n, p in model.named_parameters():
            p.copy_(c["model"][n])
    optimizer.load_state_dict(c["optimizer"]); scheduler.load_state_dict(c["scheduler"])
    return c["epoch"] + 1
