# task: annotated_step
"""autograd's own record_function, the loss outside of forward, gradients through autograd.grad."""


def annotated_step(model, loss_fn, optimizer, batch, device):
    from torch.autograd.profiler import record_function as region

    model.train()
    with region("data_to_device"):
        inputs = torch.empty_like(batch[0], device=device).copy_(batch[0])
        targets = torch.empty_like(batch[1], device=device).copy_(batch[1])
    with region("forward"):
        outputs = model(inputs)
    loss = loss_fn(outputs, targets)
    with region("backward"):
        parameters = list(model.parameters())
        for parameter, gradient in zip(parameters, torch.autograd.grad(loss, parameters)):
            parameter.grad = gradient
    with region("optimizer_step"):
        optimizer.step()
    return loss.data
