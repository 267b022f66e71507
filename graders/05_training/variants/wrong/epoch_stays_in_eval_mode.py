# task: train_epoch
# mistake: stays-in-eval-mode
# fails: train_epoch.every_batch_runs_in_train_mode
"""Forgets model.train()."""


def train_epoch(model, loader, loss_fn, optimizer, device):
    # the mode is left as it is
    total, seen = 0.0, 0
    for inputs, targets in loader:
        inputs, targets = inputs.to(device), targets.to(device)
        optimizer.zero_grad()
        loss = loss_fn(model(inputs), targets)
        loss.backward()
        optimizer.step()
        total += loss.item() * len(targets)
        seen += len(targets)
    return total / seen
