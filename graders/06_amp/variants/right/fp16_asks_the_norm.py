# task: fp16_step
"""The total norm says whether the step will be skipped."""


def fp16_step(model, optimizer, scaler, loss_fn, inputs, targets, device_type, max_norm=None):
    optimizer.zero_grad()
    with torch.autocast(device_type, torch.float16):
        loss = loss_fn(model(inputs), targets)
    scaler.scale(loss).backward()
    scaler.unscale_(optimizer)
    norm = nn.utils.clip_grad_norm_(model.parameters(), float("inf") if max_norm is None else max_norm)
    scaler.step(optimizer)
    scaler.update()
    return bool(torch.isfinite(norm))
