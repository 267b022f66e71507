# task: load_checkpoint
"""Maps the file to the CPU; load_state_dict copies to where the parameters are."""


def load_checkpoint(path, *, model, optimizer, scheduler, device):
    ckpt = torch.load(path, map_location="cpu", weights_only=True)
    for name, obj in (("optimizer", optimizer), ("model", model), ("scheduler", scheduler)):
        obj.load_state_dict(ckpt[name])
    return int(ckpt["epoch"]) + 1
