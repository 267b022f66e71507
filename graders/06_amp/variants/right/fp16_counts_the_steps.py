# task: fp16_step
"""A hook on the optimizer tells whether it has stepped."""


def fp16_step(model, optimizer, scaler, loss_fn, inputs, targets, device_type, max_norm=None):
    steps = []
    handle = optimizer.register_step_post_hook(lambda *a: steps.append(1))
    try:
        with torch.autocast(device_type=device_type, dtype=torch.float16):
            loss = loss_fn(model(inputs), targets)
        scaler.scale(loss).backward()
        if max_norm is not None:
            scaler.unscale_(optimizer)
            torch.nn.utils.clip_grad_norm_(
                [p for p in model.parameters() if p.grad is not None], max_norm=max_norm
            )
        scaler.step(optimizer)
        scaler.update()
        optimizer.zero_grad()
    finally:
        handle.remove()
    return bool(steps)
