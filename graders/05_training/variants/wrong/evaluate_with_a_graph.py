# task: evaluate
# mistake: graph-in-evaluation
# fails: evaluate.no_graph_is_built
"""Detaches the result, but records the graph."""


def evaluate(model, loader, device):
    was_training = model.training
    model.eval()
    right, seen = 0, 0
    with torch.enable_grad():
        for inputs, targets in loader:
            predicted = model(inputs.to(device)).detach().argmax(dim=1)
            right += (predicted == targets.to(device)).sum().item()
            seen += len(targets)
    model.train(was_training)
    return right / seen
