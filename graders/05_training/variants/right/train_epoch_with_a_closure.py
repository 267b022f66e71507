# task: train_epoch
"""Gives the optimizer a closure; drives the loader with next()."""


def train_epoch(model, loader, loss_fn, optimizer, device):
    losses, counts = [], []
    batches = iter(loader)
    while (batch := next(batches, None)) is not None:
        model.train(True)
        inputs, targets = (part.to(device) for part in batch)

        def closure():
            for parameter in model.parameters():
                parameter.grad = None
            for group in optimizer.param_groups:
                for parameter in group["params"]:
                    parameter.grad = None
            loss = loss_fn(model(inputs), targets)
            loss.backward()
            return loss

        losses.append(float(optimizer.step(closure).detach()))
        counts.append(targets.shape[0])
    return sum(a * b for a, b in zip(losses, counts)) / sum(counts)
