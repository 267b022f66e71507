# task: accumulated_step
"""A DataLoader cuts the batch; the losses are weighed by the samples in each piece; clears at both ends."""


def accumulated_step(model, optimizer, loss_fn, inputs, targets, micro_batch):
    from torch.utils.data import DataLoader, TensorDataset

    optimizer.zero_grad()
    total = 0.0
    for x, y in DataLoader(TensorDataset(inputs, targets), batch_size=micro_batch):
        loss = loss_fn(model(x), y)
        (loss * x.size(0) / inputs.size(0)).backward()
        total += loss.item() * x.size(0)
    optimizer.step()
    optimizer.zero_grad()
    return total / inputs.size(0)
