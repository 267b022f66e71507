# task: evaluate
# mistake: left-in-eval-mode
# fails: evaluate.the_former_mode_comes_back
"""Never restores the mode."""


def evaluate(model, loader, device):
    was_training = model.training
    model.eval()
    right, seen = 0, 0
    with torch.no_grad():
        for inputs, targets in loader:
            predicted = model(inputs.to(device)).argmax(dim=1)
            right += (predicted == targets.to(device)).sum().item()
            seen += len(targets)
    # eval mode stays
    return right / seen
