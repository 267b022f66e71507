# task: save_checkpoint, load_checkpoint
"""Weights as a list, written through BytesIO, with the random state."""

import io


def save_checkpoint(path, *, model, optimizer, scheduler, epoch):
    buffer = io.BytesIO()
    torch.save([list(model.state_dict().values()), optimizer.state_dict(), scheduler.state_dict(), epoch + 1,
                torch.get_rng_state()], buffer)
    with open(path, "wb") as file:
        file.write(buffer.getvalue())


def load_checkpoint(path, *, model, optimizer, scheduler, device):
    with open(path, "rb") as file:
        weights, optimizer_state, scheduler_state, following, random_state = torch.load(
            io.BytesIO(file.read()), map_location=device)
    model.load_state_dict(dict(zip(model.state_dict(), weights)))
    optimizer.load_state_dict(optimizer_state)
    scheduler.load_state_dict(scheduler_state)
    torch.set_rng_state(random_state.cpu())
    return following
