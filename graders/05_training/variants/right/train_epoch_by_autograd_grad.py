# task: train_epoch
"""torch.autograd.grad instead of backward."""


def train_epoch(model, loader, loss_fn, optimizer, device):
    model.train()
    running = count = 0
    params = [p for p in model.parameters() if p.requires_grad]
    for data, target in loader:
        data, target = data.to(device), target.to(device)
        loss = loss_fn(model(data), target)
        for p, g in zip(params, torch.autograd.grad(loss, params)):
            p.grad = g
        optimizer.step()
        running += loss.item() * target.size(0)
        count += target.size(0)
    return running / count
