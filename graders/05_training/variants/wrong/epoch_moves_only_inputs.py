# task: train_epoch
# mistake: targets-not-moved
# fails: train_epoch.batches_go_to_the_device
"""Leaves the targets behind."""


def train_epoch(model, loader, loss_fn, optimizer, device):
    model.train()
    total, seen = 0.0, 0
    for inputs, targets in loader:
        inputs = inputs.to(device)
        optimizer.zero_grad()
        loss = loss_fn(model(inputs), targets)
        loss.backward()
        optimizer.step()
        total += loss.item() * len(targets)
        seen += len(targets)
    return total / seen
