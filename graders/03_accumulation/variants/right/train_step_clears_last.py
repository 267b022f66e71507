# task: train_step
"""Clears at the end, and keeps zeros."""


def train_step(model, optimizer, loss_fn, inputs, targets):
    model.train()
    loss = loss_fn(model(inputs), targets)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad(set_to_none=False)
    return float(loss.detach())
