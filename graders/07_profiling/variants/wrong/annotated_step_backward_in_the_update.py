# task: annotated_step
# mistake: work-outside-its-region
# fails: annotated_step.each_piece_of_work_lies_in_its_region
"""The backward pass runs in the optimizer's region."""


def annotated_step(model, loss_fn, optimizer, batch, device):
    optimizer.zero_grad()
    with record_function("data_to_device"):
        inputs, targets = batch[0].to(device), batch[1].to(device)
    with record_function("forward"):
        loss = loss_fn(model(inputs), targets)
    with record_function("backward"):
        pass
    with record_function("optimizer_step"):
        loss.backward()
        optimizer.step()
    return loss.detach()
