# task: evaluate
# mistake: always-back-to-train
# fails: evaluate.the_former_mode_comes_back
"""Ends with model.train()."""


def evaluate(model, loader, device):
    model.eval()
    right, seen = 0, 0
    with torch.no_grad():
        for inputs, targets in loader:
            predicted = model(inputs.to(device)).argmax(dim=1)
            right += (predicted == targets.to(device)).sum().item()
            seen += len(targets)
    model.train()
    return right / seen
