# task: train_step
# mistake: trained-in-eval-mode
# fails: train_step.follows_the_honest_run, train_step.any_loss_and_any_optimizer
"""Switches to eval mode, perhaps for the loss."""


def train_step(model, optimizer, loss_fn, inputs, targets):
    model.eval()
    optimizer.zero_grad()
    loss = loss_fn(model(inputs), targets)
    loss.backward()
    optimizer.step()
    return loss.item()
