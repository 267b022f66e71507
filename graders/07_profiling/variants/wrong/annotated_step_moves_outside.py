# task: annotated_step
# mistake: work-outside-its-region
# fails: annotated_step.the_batch_moves_inside_its_region
"""Moves the batch before its region opens."""


def annotated_step(model, loss_fn, optimizer, batch, device):
    inputs, targets = (part.to(device) for part in batch)
    with record_function("data_to_device"):
        inputs, targets = inputs, targets
    optimizer.zero_grad()
    with record_function("forward"):
        loss = loss_fn(model(inputs), targets)
    with record_function("backward"):
        loss.backward()
    with record_function("optimizer_step"):
        optimizer.step()
    return loss.detach()
