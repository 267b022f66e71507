# task: accumulated_step
"""Adds up the results of autograd.grad in buffers of its own."""


def accumulated_step(model, optimizer, loss_fn, inputs, targets, micro_batch):
    parameters = list(model.parameters())
    buffers = [torch.zeros_like(p) for p in parameters]
    losses = []
    for x, y in zip(inputs.split(micro_batch), targets.split(micro_batch)):
        loss = loss_fn(model(x), y)
        for buffer, gradient in zip(buffers, torch.autograd.grad(loss, parameters)):
            buffer.add_(gradient, alpha=len(x) / len(inputs))
        losses.append(loss.item() * len(x))
    for parameter, buffer in zip(parameters, buffers):
        parameter.grad = buffer
    optimizer.step()
    return sum(losses) / len(inputs)
