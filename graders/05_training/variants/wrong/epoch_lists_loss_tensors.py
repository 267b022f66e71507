# task: train_epoch
# mistake: losses-kept-with-their-graphs
# fails: train_epoch.graphs_do_not_pile_up
"""Keeps the loss tensors in a list and reads them at the end."""


def train_epoch(model, loader, loss_fn, optimizer, device):
    model.train()
    losses, ns = [], []
    for inputs, targets in loader:
        inputs, targets = inputs.to(device), targets.to(device)
        optimizer.zero_grad()
        loss = loss_fn(model(inputs), targets)
        loss.backward()
        optimizer.step()
        losses.append(loss); ns.append(len(targets))
    return sum(l.item() * n for l, n in zip(losses, ns)) / sum(ns)
