# task: train_step
# mistake: gradient-never-came
# fails: train_step.two_steps_by_hand, train_step.follows_the_honest_run, train_step.any_loss_and_any_optimizer
"""Goes backward from a new leaf that holds the loss as a number."""


def train_step(model, optimizer, loss_fn, inputs, targets):
    optimizer.zero_grad()
    loss = torch.tensor(loss_fn(model(inputs), targets).item(), requires_grad=True)
    loss.backward()
    optimizer.step()
    return loss.item()
