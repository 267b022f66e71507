# task: fp16_step
"""Clips the scaled gradients against a limit that is scaled alike."""


def fp16_step(model, optimizer, scaler, loss_fn, inputs, targets, device_type, max_norm=None):
    # clips the still scaled gradients against a limit scaled alike: the same thing
    optimizer.zero_grad()
    with torch.autocast(device_type, torch.float16):
        loss = loss_fn(model(inputs), targets)
    s = scaler.get_scale()
    scaler.scale(loss).backward()
    if max_norm is not None:
        nn.utils.clip_grad_norm_(model.parameters(), max_norm * scaler.get_scale())
    scaler.step(optimizer)
    scaler.update()
    return scaler.get_scale() >= s
