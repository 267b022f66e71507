# task: annotated_step
# mistake: none
# fails: annotated_step.the_four_regions_follow_each_other, annotated_step.each_piece_of_work_lies_in_its_region
"""Opens the forward region for the model, and again for the loss."""


def annotated_step(model, loss_fn, optimizer, batch, device):
    with record_function("data_to_device"):
        inputs, targets = batch[0].to(device), batch[1].to(device)
    with record_function("forward"):
        outputs = model(inputs)
    with record_function("forward"):
        loss = loss_fn(outputs, targets)
    with record_function("backward"):
        optimizer.zero_grad()
        loss.backward()
    with record_function("optimizer_step"):
        optimizer.step()
    return loss.detach()
