# task: train_step, accumulated_step, train_accumulating
"""Nothing is cleared before backward: each call leaves the place clean."""


def train_step(model, optimizer, loss_fn, inputs, targets):
    loss = loss_fn(model(inputs), targets)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    return loss.item()


def accumulated_step(model, optimizer, loss_fn, inputs, targets, micro_batch):
    losses = []
    for x, y in zip(inputs.split(micro_batch), targets.split(micro_batch)):
        share = len(x) / len(inputs)
        loss = loss_fn(model(x), y)
        (share * loss).backward()
        losses.append(share * loss.item())
    optimizer.step()
    optimizer.zero_grad()
    return sum(losses)


def train_accumulating(model, optimizer, loss_fn, batches, every):
    steps, window = 0, []

    def flush():
        for inputs, targets in window:
            (loss_fn(model(inputs), targets) / len(window)).backward()
        optimizer.step()
        optimizer.zero_grad()
        window.clear()

    for batch in batches:
        window.append(batch)
        if len(window) == every:
            flush()
            steps += 1
    if window:
        flush()
        steps += 1
    return steps
