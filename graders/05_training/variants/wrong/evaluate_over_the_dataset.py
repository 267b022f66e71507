# task: evaluate
# mistake: accuracy-over-dataset
# fails: evaluate.every_visited_sample_counts_once
"""Divides by len(loader.dataset)."""


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
    return right / len(loader.dataset)
