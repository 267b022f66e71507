# task: accumulated_step
"""All chunks run inside the closure of one step; a loader cuts them."""

from torch.utils.data import DataLoader, TensorDataset


def accumulated_step(model, optimizer, loss_fn, inputs, targets, micro_batch):
    loader = DataLoader(TensorDataset(inputs, targets), batch_size=micro_batch)

    def closure():
        optimizer.zero_grad()
        total = 0.0
        for x, y in loader:
            loss = loss_fn(model(x), y) * len(x) / len(inputs)
            loss.backward()
            total += loss.item()
        return total

    return optimizer.step(closure)
