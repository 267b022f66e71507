# task: evaluate
"""inference_mode as a decorator, the mode put back in finally."""


@torch.inference_mode()
def evaluate(model, loader, device):
    mode = model.training
    model.train(False)
    hits = []
    try:
        for x, y in loader:
            hits.append(model(x.to(device)).max(1).indices.cpu() == y)
    finally:
        model.train(mode)
    return torch.cat(hits).double().mean().item()
