# task: train_accumulating
"""Adds up the losses of a window, one backward for each window."""


def train_accumulating(model, optimizer, loss_fn, batches, every):
    losses, steps = [], 0

    def update():
        torch.stack(losses).mean().backward()
        optimizer.step()
        losses.clear()
        for parameter in model.parameters():
            parameter.grad = None
        return 1

    for inputs, targets in batches:
        losses.append(loss_fn(model(inputs), targets))
        if len(losses) == every:
            steps += update()
    return steps + update() if losses else steps
