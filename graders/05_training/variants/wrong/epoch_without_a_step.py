# task: train_epoch
# mistake: never-stepped
# fails: train_epoch.two_batches_by_hand, train_epoch.parameters_follow_the_trajectory, fit.three_epochs_by_hand, fit.history_of_a_run, fit.the_scheduler_moves_once_per_epoch, fit.a_run_goes_on_at_start_epoch, train_digits.five_epochs_reach_ninety_percent, train_digits.accuracy_is_that_of_the_test_files, train_digits.the_rate_follows_a_cosine
"""Computes gradients and leaves it at that."""


def train_epoch(model, loader, loss_fn, optimizer, device):
    model.train()
    total, seen = 0.0, 0
    for inputs, targets in loader:
        inputs, targets = inputs.to(device), targets.to(device)
        optimizer.zero_grad()
        loss = loss_fn(model(inputs), targets)
        loss.backward()
        total += loss.item() * len(targets)
        seen += len(targets)
    return total / seen
