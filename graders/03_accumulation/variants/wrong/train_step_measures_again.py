# task: train_step
# mistake: loss-after-the-update
# fails: train_step.two_steps_by_hand, train_step.returns_the_loss_of_its_own_forward
"""Returns the loss of the updated model."""


def train_step(model, optimizer, loss_fn, inputs, targets):
    optimizer.zero_grad()
    loss_fn(model(inputs), targets).backward()
    optimizer.step()
    with torch.no_grad():
        return loss_fn(model(inputs), targets).item()
