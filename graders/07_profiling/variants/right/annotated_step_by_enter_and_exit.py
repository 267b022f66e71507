# task: annotated_step
"""Opens and closes the regions by hand; clones the loss."""


def annotated_step(model, loss_fn, optimizer, batch, device):
    region = record_function("data_to_device")
    region.__enter__()
    inputs, targets = batch
    inputs = inputs.to(device=device)
    targets = targets.to(device=device)
    region.__exit__(None, None, None)
    with torch.enable_grad(), record_function("forward"):
        loss = loss_fn(model(inputs), targets)
    for parameter in model.parameters():
        parameter.grad = None
    with record_function("backward"):
        torch.autograd.backward(loss)
    with record_function("optimizer_step"):
        optimizer.step()
    with torch.no_grad():
        return loss.clone()
