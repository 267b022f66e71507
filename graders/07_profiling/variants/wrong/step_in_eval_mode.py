# task: annotated_step
# mistake: trained-in-eval-mode
# fails: annotated_step.each_piece_of_work_lies_in_its_region
"""Trains in eval mode."""


def annotated_step(model, loss_fn, optimizer, batch, device):
    model.eval()
    with record_function("data_to_device"):
        x, y = (t.to(device) for t in batch)
    with record_function("forward"):
        loss = loss_fn(model(x), y)
    with record_function("backward"):
        optimizer.zero_grad()
        loss.backward()
    with record_function("optimizer_step"):
        optimizer.step()
    return loss.detach()
