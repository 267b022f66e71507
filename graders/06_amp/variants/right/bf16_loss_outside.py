# task: bf16_step
"""The loss on float logits, outside of the context."""

import torch


def bf16_step(model, optimizer, loss_fn, inputs, targets, device_type):
    context = torch.amp.autocast(device_type=device_type, dtype=torch.bfloat16)
    with context:
        outputs = model(inputs)
    loss = loss_fn(outputs.float(), targets)
    model.zero_grad(set_to_none=False)
    loss.backward()
    optimizer.step()
    return loss.detach().cpu().tolist()
