# task: train_epoch
# mistake: none
# fails: train_epoch.two_batches_by_hand, train_epoch.loss_is_the_mean_over_samples, train_epoch.graphs_do_not_pile_up, fit.three_epochs_by_hand, fit.history_of_a_run
"""Keeps the loss as a tensor, with its graph."""


def train_epoch(model, loader, loss_fn, optimizer, device):
    model.train()
    total, seen = 0.0, 0
    for inputs, targets in loader:
        inputs, targets = inputs.to(device), targets.to(device)
        optimizer.zero_grad()
        loss = loss_fn(model(inputs), targets)
        loss.backward()
        optimizer.step()
        total += loss * len(targets)
        seen += len(targets)
    return total / seen
