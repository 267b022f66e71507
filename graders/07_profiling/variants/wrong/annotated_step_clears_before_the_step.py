# task: annotated_step
# mistake: cleared-before-step
# fails: annotated_step.three_steps_move_the_weights_correctly
"""Clears the gradients that the update needs."""


def annotated_step(model, loss_fn, optimizer, batch, device):
    with record_function("data_to_device"):
        inputs, targets = batch[0].to(device), batch[1].to(device)
    with record_function("forward"):
        loss = loss_fn(model(inputs), targets)
    with record_function("backward"):
        loss.backward()
        optimizer.zero_grad(set_to_none=False)
    with record_function("optimizer_step"):
        optimizer.step()
    return loss.detach()
