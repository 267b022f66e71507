# task: train_step
# mistake: stepped-before-backward
# fails: train_step.two_steps_by_hand, train_step.follows_the_honest_run, train_step.any_loss_and_any_optimizer
"""The step comes first and uses what is not there yet."""


def train_step(model, optimizer, loss_fn, inputs, targets):
    loss = loss_fn(model(inputs), targets)
    optimizer.step()
    optimizer.zero_grad()
    loss.backward()
    return loss.item()
