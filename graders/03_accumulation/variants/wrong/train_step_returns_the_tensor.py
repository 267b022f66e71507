# task: train_step
# mistake: returned-a-tensor
# fails: train_step.two_steps_by_hand, train_step.returns_the_loss_of_its_own_forward
"""Returns the loss with its graph."""


def train_step(model, optimizer, loss_fn, inputs, targets):
    optimizer.zero_grad()
    loss = loss_fn(model(inputs), targets)
    loss.backward()
    optimizer.step()
    return loss
