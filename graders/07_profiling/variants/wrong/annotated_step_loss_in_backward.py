# task: annotated_step
# mistake: work-outside-its-region
# fails: annotated_step.each_piece_of_work_lies_in_its_region
"""Computes the loss in the backward region."""


def annotated_step(model, loss_fn, optimizer, batch, device):
    with record_function("data_to_device"):
        inputs, targets = batch[0].to(device), batch[1].to(device)
    with record_function("forward"):
        outputs = model(inputs)
    with record_function("backward"):
        loss = loss_fn(outputs, targets)
        optimizer.zero_grad()
        loss.backward()
    with record_function("optimizer_step"):
        optimizer.step()
    return loss.detach()
