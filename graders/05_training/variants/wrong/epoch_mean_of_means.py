# task: train_epoch
# mistake: mean-of-batch-means
# fails: train_epoch.two_batches_by_hand, train_epoch.loss_is_the_mean_over_samples, fit.history_of_a_run
"""Averages the batch means."""


def train_epoch(model, loader, loss_fn, optimizer, device):
    model.train()
    total, seen = 0.0, 0
    for inputs, targets in loader:
        inputs, targets = inputs.to(device), targets.to(device)
        optimizer.zero_grad()
        loss = loss_fn(model(inputs), targets)
        loss.backward()
        optimizer.step()
        total += loss.item()
        seen += 1
    return total / seen
