# task: annotated_step
# mistake: reads-the-device
# fails: annotated_step.the_batch_moves_inside_its_region
"""Moves the loss to the CPU."""


def annotated_step(model, loss_fn, optimizer, batch, device):
    with record_function("data_to_device"):
        inputs, targets = batch[0].to(device), batch[1].to(device)
    with record_function("forward"):
        loss = loss_fn(model(inputs), targets)
    with record_function("backward"):
        optimizer.zero_grad()
        loss.backward()
    with record_function("optimizer_step"):
        optimizer.step()
    return loss.detach().cpu()
