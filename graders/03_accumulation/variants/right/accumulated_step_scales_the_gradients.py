# task: accumulated_step
"""Accumulates sums, then divides the gradients once before the step; clears last."""


def accumulated_step(model, optimizer, loss_fn, inputs, targets, micro_batch):
    total = 0.0
    for x, y in zip(torch.split(inputs, micro_batch), torch.split(targets, micro_batch)):
        loss = loss_fn(model(x), y) * x.shape[0]
        loss.backward()
        total += float(loss)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.grad /= inputs.shape[0]
    optimizer.step()
    optimizer.zero_grad()
    return total / inputs.shape[0]
