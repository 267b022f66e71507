# task: annotated_step
# mistake: cleared-before-step
# fails: annotated_step.the_four_regions_follow_each_other, annotated_step.three_steps_move_the_weights_correctly
"""Steps before there are gradients."""


def annotated_step(model, loss_fn, optimizer, batch, device):
    with record_function("data_to_device"):
        inputs, targets = batch[0].to(device), batch[1].to(device)
    with record_function("optimizer_step"):
        optimizer.step()
    with record_function("forward"):
        loss = loss_fn(model(inputs), targets)
    with record_function("backward"):
        optimizer.zero_grad()
        loss.backward()
    return loss.detach()
