# task: train_epoch
# mistake: no-gradient-at-step
# fails: train_epoch.two_batches_by_hand, train_epoch.parameters_follow_the_trajectory, fit.three_epochs_by_hand, fit.history_of_a_run, train_digits.five_epochs_reach_ninety_percent, train_digits.accuracy_is_that_of_the_test_files
"""zero_grad between backward and step."""


def train_epoch(model, loader, loss_fn, optimizer, device):
    model.train()
    total, seen = 0.0, 0
    for inputs, targets in loader:
        inputs, targets = inputs.to(device), targets.to(device)
        loss = loss_fn(model(inputs), targets)
        loss.backward()
        optimizer.zero_grad()
        optimizer.step()
        total += loss.item() * len(targets)
        seen += len(targets)
    return total / seen
