# task: train_accumulating
"""Divides the gradients by the window's true size before each step."""


def train_accumulating(model, optimizer, loss_fn, batches, every):
    def update(size):
        for p in model.parameters():
            if p.grad is not None:
                p.grad /= size
        optimizer.step()
        optimizer.zero_grad()

    optimizer.zero_grad()
    steps = held = 0
    for x, y in batches:
        loss_fn(model(x), y).backward()
        held += 1
        if held == every:
            update(held)
            steps, held = steps + 1, 0
    if held:
        update(held)
        steps += 1
    return steps
