# task: train_step
# mistake: none
# fails: train_step.any_loss_and_any_optimizer
"""Clears the first group of the optimizer only."""


def train_step(model, optimizer, loss_fn, inputs, targets):
    for parameter in optimizer.param_groups[0]["params"]:
        parameter.grad = None
    loss = loss_fn(model(inputs), targets)
    loss.backward()
    optimizer.step()
    return loss.item()
