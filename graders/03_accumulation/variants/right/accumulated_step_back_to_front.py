# task: accumulated_step
"""The chunks in the other order; puts the model in train mode first."""


def accumulated_step(model, optimizer, loss_fn, inputs, targets, micro_batch):
    model.train()
    model.zero_grad(set_to_none=False)
    total = 0.0
    for x, y in reversed(list(zip(inputs.split(micro_batch), targets.split(micro_batch)))):
        loss = loss_fn(model(x), y) * (len(x) / len(inputs))
        loss.backward()
        total += float(loss.detach())
    optimizer.step()
    return total
