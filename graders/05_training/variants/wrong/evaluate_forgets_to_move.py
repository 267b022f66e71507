# task: evaluate
# mistake: inputs-not-moved
# fails: evaluate.inputs_go_to_the_device
"""Calls .to and drops the result."""


def evaluate(model, loader, device):
    was_training = model.training
    model.eval()
    right, seen = 0, 0
    with torch.no_grad():
        for inputs, targets in loader:
            predicted = model(inputs).argmax(dim=1)
            inputs.to(device)
            right += (predicted == targets).sum().item()
            seen += len(targets)
    model.train(was_training)
    return right / seen
