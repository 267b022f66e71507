# task: evaluate
# mistake: last-batch-accuracy
# fails: evaluate.three_of_five_are_right, evaluate.every_visited_sample_counts_once, fit.three_epochs_by_hand, fit.history_of_a_run
"""Starts counting anew in each batch."""


def evaluate(model, loader, device):
    was = model.training
    model.eval()
    with torch.no_grad():
        for x, y in loader:
            right = (model(x.to(device)).argmax(1) == y.to(device)).sum().item()
            seen = len(y)
    model.train(was)
    return right / seen
