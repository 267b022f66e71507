# task: annotated_step
# mistake: region-misnamed
# fails: annotated_step.the_four_regions_follow_each_other, annotated_step.each_piece_of_work_lies_in_its_region, annotated_step.the_batch_moves_inside_its_region
"""Calls record_function without a with."""


def annotated_step(model, loss_fn, optimizer, batch, device):
    record_function("data_to_device")
    inputs, targets = batch[0].to(device), batch[1].to(device)
    record_function("forward")
    loss = loss_fn(model(inputs), targets)
    record_function("backward")
    optimizer.zero_grad()
    loss.backward()
    record_function("optimizer_step")
    optimizer.step()
    return loss.detach()
