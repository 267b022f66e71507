# task: train_epoch
# mistake: one-batch-only
# fails: train_epoch.two_batches_by_hand, train_epoch.parameters_follow_the_trajectory, train_epoch.loss_is_the_mean_over_samples, train_epoch.every_batch_runs_in_train_mode, train_epoch.graphs_do_not_pile_up, fit.history_of_a_run, fit.the_scheduler_moves_once_per_epoch, fit.a_run_goes_on_at_start_epoch, fit.every_epoch_trains_in_train_mode, train_digits.five_epochs_reach_ninety_percent
"""The return stands inside of the loop."""


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
        return total / seen
