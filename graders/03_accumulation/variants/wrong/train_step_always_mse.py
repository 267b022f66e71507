# task: train_step
# mistake: none
# fails: train_step.any_loss_and_any_optimizer, train_step.returns_the_loss_of_its_own_forward
"""Ignores loss_fn."""


def train_step(model, optimizer, loss_fn, inputs, targets):
    optimizer.zero_grad()
    predictions = model(inputs)
    if targets.dtype == torch.int64:
        targets = nn.functional.one_hot(targets, predictions.shape[-1]).float()
    loss = nn.functional.mse_loss(predictions, targets)
    loss.backward()
    optimizer.step()
    return loss.item()
