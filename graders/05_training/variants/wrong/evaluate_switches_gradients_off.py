# task: evaluate
# mistake: gradients-left-off
# fails: evaluate.no_graph_is_built, fit.three_epochs_by_hand, fit.history_of_a_run, fit.the_scheduler_moves_once_per_epoch, fit.a_run_goes_on_at_start_epoch, fit.every_epoch_trains_in_train_mode, train_digits.five_epochs_reach_ninety_percent, train_digits.accuracy_is_that_of_the_test_files, train_digits.the_seed_decides_the_run, train_digits.the_rate_follows_a_cosine, train_digits.the_loss_gets_logits
"""set_grad_enabled(False), for good."""


def evaluate(model, loader, device):
    was_training = model.training
    model.eval()
    torch.set_grad_enabled(False)
    right, seen = 0, 0
    for inputs, targets in loader:
        right += (model(inputs.to(device)).argmax(1) == targets.to(device)).sum().item()
        seen += len(targets)
    model.train(was_training)
    return right / seen
