# task: train_epoch
# mistake: two-forwards-per-step
# fails: train_epoch.every_batch_runs_in_train_mode
"""Runs a second forward pass to read the loss."""


def train_epoch(model, loader, loss_fn, optimizer, device):
    model.train()
    total, n = 0, 0
    for x, y in loader:
        x, y = x.to(device), y.to(device)
        optimizer.zero_grad()
        loss_fn(model(x), y).backward()
        total += loss_fn(model(x), y).item() * len(y)
        optimizer.step()
        n += len(y)
    return total / n
