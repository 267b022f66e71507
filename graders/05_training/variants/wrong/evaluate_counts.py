# task: evaluate
# mistake: count-of-right-answers
# fails: evaluate.three_of_five_are_right, evaluate.every_visited_sample_counts_once, fit.three_epochs_by_hand, fit.history_of_a_run, train_digits.five_epochs_reach_ninety_percent, train_digits.accuracy_is_that_of_the_test_files
"""Returns the number of right answers."""


def evaluate(model, loader, device):
    was_training = model.training
    model.eval()
    right, seen = 0, 0
    with torch.no_grad():
        for inputs, targets in loader:
            predicted = model(inputs.to(device)).argmax(dim=1)
            right += (predicted == targets.to(device)).sum().item()
            seen += len(targets)
    model.train(was_training)
    return right
