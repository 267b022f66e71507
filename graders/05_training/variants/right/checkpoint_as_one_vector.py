# task: save_checkpoint, load_checkpoint
"""Parameters as one vector; the file is renamed into place."""

from torch.nn.utils import parameters_to_vector, vector_to_parameters


def save_checkpoint(path, *, model, optimizer, scheduler, epoch):
    state = {"vector": parameters_to_vector(model.parameters()).detach(), "optim": optimizer.state_dict(),
             "sched": scheduler.state_dict(), "finished": epoch}
    torch.save(state, f"{path}.partial")
    os.replace(f"{path}.partial", path)


def load_checkpoint(path, *, model, optimizer, scheduler, device):
    state = torch.load(path, map_location=device)
    with torch.no_grad():
        vector_to_parameters(state["vector"].clone(), model.parameters())
    scheduler.load_state_dict(state["sched"])
    optimizer.load_state_dict(state["optim"])
    return 1 + state["finished"]
