# task: train_step
"""Clears the model between forward and backward."""


def train_step(model, optimizer, loss_fn, inputs, targets):
    loss = loss_fn(model(inputs), targets)
    model.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.tolist()
