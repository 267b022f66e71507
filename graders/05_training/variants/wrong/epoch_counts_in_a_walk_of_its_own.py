# task: train_epoch
# mistake: loader-walked-twice
# fails: train_epoch.parameters_follow_the_trajectory
"""Walks through the loader once to count, and once to train."""


def train_epoch(model, loader, loss_fn, optimizer, device):
    model.train()
    n = sum(len(y) for _, y in loader)
    total = 0
    for x, y in loader:
        x, y = x.to(device), y.to(device)
        optimizer.zero_grad()
        loss = loss_fn(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss.item() * len(y)
    return total / n
