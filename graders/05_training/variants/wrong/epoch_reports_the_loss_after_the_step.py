# task: train_epoch
# mistake: loss-after-the-step
# fails: train_epoch.two_batches_by_hand, fit.three_epochs_by_hand, fit.history_of_a_run, train_epoch.every_batch_runs_in_train_mode
"""Computes the reported loss once more, with the new weights."""


def train_epoch(model, loader, loss_fn, optimizer, device):
    model.train()
    total, seen = 0.0, 0
    for inputs, targets in loader:
        inputs, targets = inputs.to(device), targets.to(device)
        optimizer.zero_grad()
        loss_fn(model(inputs), targets).backward()
        optimizer.step()
        total += loss_fn(model(inputs), targets).item() * len(targets); seen += len(targets)
    return total / seen
