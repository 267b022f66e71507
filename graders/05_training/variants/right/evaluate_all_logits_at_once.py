# task: evaluate
"""Collects all logits first; restores the mode of each module."""


def evaluate(model, loader, device):
    modes = {module: module.training for module in model.modules()}
    model.eval()
    outputs, targets = [], []
    with torch.no_grad():
        for x, y in loader:
            outputs.append(torch.softmax(model(x.to(device)), dim=-1))
            targets.append(y.to(device))
    for module, mode in modes.items():
        module.training = mode
    predictions = torch.topk(torch.cat(outputs), 1).indices.squeeze(1)
    right = torch.count_nonzero(predictions == torch.cat(targets))
    return right.item() / sum(map(len, targets))
