# task: annotated_step
"""record_function as a decorator; more regions of its own; clears at the end."""


def annotated_step(model, loss_fn, optimizer, batch, device):
    @record_function("data_to_device")
    def move():
        return [part.to(device, non_blocking=True) for part in batch]

    @record_function("forward")
    def forward(inputs, targets):
        with record_function("model"):
            outputs = model(inputs)
        with record_function("loss"):
            return loss_fn(outputs, targets)

    loss = forward(*move())
    with record_function("backward"):
        loss.backward()
    with record_function("optimizer_step"):
        optimizer.step()
    optimizer.zero_grad(set_to_none=True)
    return loss.detach()
