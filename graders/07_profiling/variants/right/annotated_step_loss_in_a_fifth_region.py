# task: annotated_step
"""Computes the loss in a region of its own, all of it in an outer one."""


def annotated_step(model, loss_fn, optimizer, batch, device):
    with record_function("step"):
        with record_function("data_to_device"):
            inputs, targets = batch[0].to(device), batch[1].to(device)
        with record_function("forward"):
            outputs = model(inputs)
        with record_function("loss"):
            loss = loss_fn(outputs, targets)
        with record_function("backward"):
            optimizer.zero_grad()
            loss.backward()
        with record_function("optimizer_step"):
            optimizer.step()
        return loss.detach()
