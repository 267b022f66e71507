# task: annotated_step
# mistake: regions-nested
# fails: annotated_step.each_piece_of_work_lies_in_its_region
"""Opens backward and the update inside forward."""


def annotated_step(model, loss_fn, optimizer, batch, device):
    optimizer.zero_grad()
    with record_function("data_to_device"):
        inputs, targets = batch[0].to(device), batch[1].to(device)
    with record_function("forward"):
        loss = loss_fn(model(inputs), targets)
        with record_function("backward"):
            loss.backward()
        with record_function("optimizer_step"):
            optimizer.step()
    return loss.detach()
