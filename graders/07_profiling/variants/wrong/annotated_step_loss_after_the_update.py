# task: annotated_step
# mistake: loss-after-the-update
# fails: annotated_step.the_four_regions_follow_each_other, annotated_step.each_piece_of_work_lies_in_its_region, annotated_step.three_steps_move_the_weights_correctly, annotated_step.the_batch_moves_inside_its_region
"""Computes the returned loss once more, after the update."""


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
    with torch.no_grad():
        return loss_fn(model(inputs), targets)
