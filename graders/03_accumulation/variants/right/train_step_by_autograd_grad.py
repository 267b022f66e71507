# task: train_step
"""Assigns gradients in place of adding them, so nothing needs clearing."""


def train_step(model, optimizer, loss_fn, inputs, targets):
    parameters = list(model.parameters())
    loss = loss_fn(model(inputs), targets)
    for parameter, gradient in zip(parameters, torch.autograd.grad(loss, parameters)):
        parameter.grad = gradient
    optimizer.step()
    return loss.item()
