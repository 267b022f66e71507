# task: train_step
# mistake: returned-nothing
# fails: train_step.returns_the_loss_of_its_own_forward, train_step.two_steps_by_hand
"""Returns nothing."""


def train_step(model, optimizer, loss_fn, inputs, targets):
    optimizer.zero_grad()
    loss = loss_fn(model(inputs), targets)
    loss.backward()
    optimizer.step()
