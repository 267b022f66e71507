# task: fp16_step
# mistake: update-before-step
# fails: fp16_step.an_overflow_in_the_middle, fp16_step.clips_the_true_gradients, fp16_step.clips_to_half_by_hand, fp16_step.tiny_gradients_survive, fp16_step.two_scaled_steps_by_hand
"""Calls update twice."""


def fp16_step(model, optimizer, scaler, loss_fn, inputs, targets, device_type, max_norm=None):
    optimizer.zero_grad()
    with torch.autocast(device_type, torch.float16):
        loss = loss_fn(model(inputs), targets)
    scaler.scale(loss).backward()
    if max_norm is not None:
        scaler.unscale_(optimizer)
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    s = scaler.get_scale()
    scaler.step(optimizer)
    scaler.update()
    scaler.update()
    return scaler.get_scale() >= s
