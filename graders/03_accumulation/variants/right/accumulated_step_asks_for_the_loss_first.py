# task: accumulated_step
"""Takes the loss to return from a forward of the whole batch without a graph; even chunks."""


def accumulated_step(model, optimizer, loss_fn, inputs, targets, micro_batch):
    with torch.no_grad():
        before = loss_fn(model(inputs), targets).item()
    count = -(-len(inputs) // micro_batch)
    optimizer.zero_grad()
    for x, y in zip(inputs.tensor_split(count), targets.tensor_split(count)):
        (loss_fn(model(x), y) * len(x) / len(inputs)).backward()
    optimizer.step()
    return before
