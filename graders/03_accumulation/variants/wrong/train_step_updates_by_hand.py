# task: train_step
# mistake: stepped-never
# fails: train_step.two_steps_by_hand, train_step.follows_the_honest_run, train_step.any_loss_and_any_optimizer
"""Its own rule in place of the optimizer."""


def train_step(model, optimizer, loss_fn, inputs, targets):
    model.zero_grad()
    loss = loss_fn(model(inputs), targets)
    loss.backward()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter -= 0.01 * parameter.grad
    return loss.item()
