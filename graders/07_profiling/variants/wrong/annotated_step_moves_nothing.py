# task: annotated_step
# mistake: batch-not-moved
# fails: annotated_step.the_batch_moves_inside_its_region
"""Calls .to() and drops the result."""


def annotated_step(model, loss_fn, optimizer, batch, device):
    with record_function("data_to_device"):
        inputs, targets = batch
        inputs.to(device)
        targets.to(device)
    with record_function("forward"):
        loss = loss_fn(model(inputs), targets)
    with record_function("backward"):
        optimizer.zero_grad()
        loss.backward()
    with record_function("optimizer_step"):
        optimizer.step()
    return loss.detach()
