# task: accumulated_step
"""Steps from a hook when the last parameter of the last chunk has its gradient."""


def accumulated_step(model, optimizer, loss_fn, inputs, targets, micro_batch):
    chunks = list(zip(inputs.split(micro_batch), targets.split(micro_batch)))
    parameters = list(model.parameters())
    missing = len(chunks) * len(parameters)

    def arrived(parameter):
        nonlocal missing
        missing -= 1
        if missing == 0:
            optimizer.step()
            optimizer.zero_grad()

    hooks = [p.register_post_accumulate_grad_hook(arrived) for p in parameters]
    total = 0.0
    for x, y in chunks:
        loss = loss_fn(model(x), y) * (len(x) / len(inputs))
        loss.backward()
        total += loss.item()
    for hook in hooks:
        hook.remove()
    return total
