# task: train_accumulating
"""Divides by `every`, and corrects the gradients of a short window before its step."""


def train_accumulating(model, optimizer, loss_fn, batches, every):
    optimizer.zero_grad()
    steps = count = 0
    for count, (inputs, targets) in enumerate(batches, start=1):
        (loss_fn(model(inputs), targets) / every).backward()
        if count % every == 0:
            optimizer.step()
            optimizer.zero_grad()
            steps += 1
    rest = count % every
    if rest:
        for parameter in model.parameters():
            parameter.grad *= every / rest
        optimizer.step()
        optimizer.zero_grad()
        steps += 1
    return steps
