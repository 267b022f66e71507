# task: train_step
# mistake: none
# fails: train_step.any_loss_and_any_optimizer, train_step.follows_the_honest_run, train_step.returns_the_loss_of_its_own_forward
"""One step for every sample."""


def train_step(model, optimizer, loss_fn, inputs, targets):
    losses = []
    for x, y in zip(inputs.split(1), targets.split(1)):
        optimizer.zero_grad()
        loss = loss_fn(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return sum(losses) / len(losses)
