# task: evaluate
# mistake: accuracy-over-batches
# fails: evaluate.three_of_five_are_right, evaluate.every_visited_sample_counts_once, fit.three_epochs_by_hand, fit.history_of_a_run, train_digits.five_epochs_reach_ninety_percent, train_digits.accuracy_is_that_of_the_test_files
"""Divides the right answers by the number of batches."""


def evaluate(model, loader, device):
    was = model.training
    model.eval()
    right = 0
    with torch.no_grad():
        for x, y in loader:
            right += (model(x.to(device)).argmax(1) == y.to(device)).sum().item()
    model.train(was)
    return right / len(loader)
