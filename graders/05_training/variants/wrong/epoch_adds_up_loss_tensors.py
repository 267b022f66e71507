# task: train_epoch
# mistake: losses-kept-with-their-graphs
# fails: train_epoch.graphs_do_not_pile_up
"""Adds up loss tensors, and with them the graphs of all steps."""


def train_epoch(model, loader, loss_fn, optimizer, device):
    model.train()
    total, seen = 0.0, 0
    for inputs, targets in loader:
        inputs, targets = inputs.to(device), targets.to(device)
        optimizer.zero_grad()
        loss = loss_fn(model(inputs), targets)
        loss.backward()
        optimizer.step()
        total += loss * len(targets); seen += len(targets)
    return (total / seen).item()
