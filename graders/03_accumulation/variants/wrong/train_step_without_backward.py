# task: train_step
# mistake: gradient-never-came
# fails: train_step.two_steps_by_hand, train_step.follows_the_honest_run, train_step.any_loss_and_any_optimizer
"""Steps on zeros: backward is missing."""


def train_step(model, optimizer, loss_fn, inputs, targets):
    optimizer.zero_grad(set_to_none=False)
    loss = loss_fn(model(inputs), targets)
    optimizer.step()
    return loss.item()
