# task: train_epoch
"""Clears after the step, and sums the loss on the device."""


def train_epoch(model, loader, loss_fn, optimizer, device):
    model = model.train()
    total = torch.zeros((), device=device, dtype=torch.float64)
    n = 0
    for x, y in loader:
        x = x.to(device, non_blocking=True)
        y = y.to(device, non_blocking=True)
        loss = loss_fn(model(x), y)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad(set_to_none=False)
        total += loss.detach() * x.size(0)
        n += x.size(0)
    return float(total / n)
