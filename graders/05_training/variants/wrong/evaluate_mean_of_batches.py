# task: evaluate
# mistake: mean-of-batch-accuracies
# fails: evaluate.three_of_five_are_right, evaluate.every_visited_sample_counts_once, fit.three_epochs_by_hand, fit.history_of_a_run
"""Averages the accuracies of the batches."""


def evaluate(model, loader, device):
    was_training = model.training
    model.eval()
    right, seen = 0, 0
    with torch.no_grad():
        for inputs, targets in loader:
            predicted = model(inputs.to(device)).argmax(dim=1)
            right += (predicted == targets.to(device)).double().mean().item()
            seen += 1
    model.train(was_training)
    return right / seen
