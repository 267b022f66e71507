# task: fp16_step
# mistake: one-gradient-looked-at
# fails: fp16_step.an_overflow_in_the_middle
"""Asks the first parameter's gradient whether the step was made."""


def fp16_step(model, optimizer, scaler, loss_fn, inputs, targets, device_type, max_norm=None):
    optimizer.zero_grad()
    with torch.autocast(device_type, dtype=torch.float16):
        loss = loss_fn(model(inputs), targets)
    scaler.scale(loss).backward()
    scaler.unscale_(optimizer)
    if max_norm is not None:
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    p = next(model.parameters())
    ok = p.grad is not None and bool(p.grad.isfinite().all())
    scaler.step(optimizer)
    scaler.update()
    return ok
