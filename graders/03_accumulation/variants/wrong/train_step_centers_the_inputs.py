# task: train_step
# mistake: changed-its-input
# fails: train_step.any_loss_and_any_optimizer, train_step.follows_the_honest_run, train_step.returns_the_loss_of_its_own_forward, train_step.two_steps_by_hand
"""Subtracts the mean from the caller's inputs."""


def train_step(model, optimizer, loss_fn, inputs, targets):
    inputs -= inputs.mean(0)
    optimizer.zero_grad()
    loss = loss_fn(model(inputs), targets)
    loss.backward()
    optimizer.step()
    return loss.item()
