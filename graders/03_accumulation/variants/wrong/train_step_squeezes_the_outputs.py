# task: train_step
# mistake: none
# fails: train_step.follows_the_honest_run
"""Takes the last axis away where it is one, so that the loss broadcasts."""


def train_step(model, optimizer, loss_fn, inputs, targets):
    optimizer.zero_grad()
    loss = loss_fn(model(inputs).squeeze(-1), targets)
    loss.backward()
    optimizer.step()
    return loss.item()
