# task: annotated_step
# mistake: region-misnamed
# fails: annotated_step.the_four_regions_follow_each_other, annotated_step.each_piece_of_work_lies_in_its_region, annotated_step.the_batch_moves_inside_its_region
"""Calls the first region something else."""


def annotated_step(model, loss_fn, optimizer, batch, device):
    with record_function("data_transfer"):
        inputs, targets = batch[0].to(device), batch[1].to(device)
    with record_function("forward"):
        loss = loss_fn(model(inputs), targets)
    with record_function("backward"):
        optimizer.zero_grad()
        loss.backward()
    with record_function("optimizer_step"):
        optimizer.step()
    return loss.detach()
