# task: train_step
# mistake: two-forwards-per-step
# fails: train_step.follows_the_honest_run, train_step.any_loss_and_any_optimizer
"""Reads the loss from a forward pass of its own."""


def train_step(model, optimizer, loss_fn, inputs, targets):
    before = loss_fn(model(inputs), targets).item()
    optimizer.zero_grad()
    loss_fn(model(inputs), targets).backward()
    optimizer.step()
    return before
