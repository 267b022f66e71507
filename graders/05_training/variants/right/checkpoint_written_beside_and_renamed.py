# task: save_checkpoint, load_checkpoint
"""The epoch as JSON, the random state too, and a file that is renamed when it is whole."""

import json, pathlib


def save_checkpoint(path, *, model, optimizer, scheduler, epoch):
    path = pathlib.Path(path)
    temporary = path.with_name(path.name + ".tmp")
    torch.save(
        {
            "states": [o.state_dict() for o in (model, optimizer, scheduler)],
            "meta": json.dumps({"epoch": epoch}),
            "rng": torch.get_rng_state(),
        },
        temporary,
    )
    temporary.replace(path)


def load_checkpoint(path, *, model, optimizer, scheduler, device):
    data = torch.load(path, map_location="cpu", weights_only=True)
    for o, s in zip((model, optimizer, scheduler), data["states"]):
        o.load_state_dict(s)
    model.to(device)
    return json.loads(data["meta"])["epoch"] + 1
