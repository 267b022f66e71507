# task: train_step
# mistake: stepped-never
# fails: train_step.two_steps_by_hand, train_step.follows_the_honest_run, train_step.any_loss_and_any_optimizer
"""No optimizer.step()."""


def train_step(model, optimizer, loss_fn, inputs, targets):
    optimizer.zero_grad()
    loss = loss_fn(model(inputs), targets)
    loss.backward()
    return loss.item()
