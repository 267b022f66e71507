# task: annotated_step
# mistake: reads-the-device
# fails: annotated_step.the_batch_moves_inside_its_region
"""Prints the loss in each step."""


def annotated_step(model, loss_fn, optimizer, batch, device):
    with record_function("data_to_device"):
        x, y = (t.to(device) for t in batch)
    with record_function("forward"):
        loss = loss_fn(model(x), y)
    with record_function("backward"):
        optimizer.zero_grad()
        loss.backward()
    with record_function("optimizer_step"):
        optimizer.step()
    print(f"loss {loss.item():.3f}")
    return loss.detach()
