# task: train_step
# mistake: cleared-before-step
# fails: train_step.two_steps_by_hand, train_step.follows_the_honest_run, train_step.any_loss_and_any_optimizer
"""The same, with zeros in place of None."""


def train_step(model, optimizer, loss_fn, inputs, targets):
    loss = loss_fn(model(inputs), targets)
    loss.backward()
    optimizer.zero_grad(set_to_none=False)
    optimizer.step()
    return loss.item()
