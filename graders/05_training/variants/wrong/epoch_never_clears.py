# task: train_epoch
# mistake: gradients-not-cleared
# fails: train_epoch.two_batches_by_hand, train_epoch.parameters_follow_the_trajectory, fit.three_epochs_by_hand, fit.history_of_a_run, train_digits.five_epochs_reach_ninety_percent
"""No zero_grad."""


def train_epoch(model, loader, loss_fn, optimizer, device):
    model.train()
    total, seen = 0.0, 0
    for inputs, targets in loader:
        inputs, targets = inputs.to(device), targets.to(device)
        loss = loss_fn(model(inputs), targets)
        loss.backward()
        optimizer.step()
        total += loss.item() * len(targets)
        seen += len(targets)
    return total / seen
