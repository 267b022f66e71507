# task: train_epoch
# mistake: divided-by-dataset
# fails: train_epoch.loss_is_the_mean_over_samples
"""Divides by len(loader.dataset)."""


def train_epoch(model, loader, loss_fn, optimizer, device):
    model.train()
    total, seen = 0.0, 0
    for inputs, targets in loader:
        inputs, targets = inputs.to(device), targets.to(device)
        optimizer.zero_grad()
        loss = loss_fn(model(inputs), targets)
        loss.backward()
        optimizer.step()
        total += loss.item() * len(targets)
        seen += len(targets)
    return total / len(loader.dataset)
