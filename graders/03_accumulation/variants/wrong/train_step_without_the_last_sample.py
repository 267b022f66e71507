# task: train_step
# mistake: none
# fails: train_step.any_loss_and_any_optimizer, train_step.follows_the_honest_run, train_step.returns_the_loss_of_its_own_forward, train_step.two_steps_by_hand
"""Leaves out the last sample: of a batch of one nothing is left, and the gradient is zero."""


def train_step(model, optimizer, loss_fn, inputs, targets):
    optimizer.zero_grad()
    loss = loss_fn(model(inputs[:-1]), targets[:-1])
    loss.backward()
    optimizer.step()
    return loss.item()
