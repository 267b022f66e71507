# task: train_accumulating
"""Counts the batches of a window and divides the sum of their gradients before the step."""


def train_accumulating(model, optimizer, loss_fn, batches, every):
    steps = waiting = 0

    def update():
        nonlocal steps, waiting
        for parameter in model.parameters():
            if parameter.grad is not None:
                parameter.grad.div_(waiting)
        optimizer.step()
        optimizer.zero_grad(set_to_none=False)
        steps, waiting = steps + 1, 0

    for inputs, targets in batches:
        loss_fn(model(inputs), targets).backward()
        waiting += 1
        if waiting == every:
            update()
    if waiting:
        update()
    return steps
