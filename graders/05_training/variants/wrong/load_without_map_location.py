# task: load_checkpoint
# mistake: no-map-location
# fails: load_checkpoint.a_file_from_another_device
"""Loads without map_location."""


def load_checkpoint(path, *, model, optimizer, scheduler, device):
    c = torch.load(path, weights_only=True)
    model.load_state_dict(c["model"]); optimizer.load_state_dict(c["optimizer"]); scheduler.load_state_dict(c["scheduler"])
    return c["epoch"] + 1
