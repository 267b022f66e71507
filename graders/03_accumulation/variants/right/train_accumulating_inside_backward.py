# task: train_accumulating
"""Steps from hooks, parameter by parameter, in the last backward of a window."""


def train_accumulating(model, optimizer, loss_fn, batches, every):
    stream, steps, at_the_end = iter(batches), 0, False
    held = {}

    def arrived(parameter):
        held[parameter] = held.get(parameter, 0) + parameter.grad
        parameter.grad = None
        if at_the_end:
            parameter.grad = held.pop(parameter)
            optimizer.step()
            parameter.grad = None

    hooks = [p.register_post_accumulate_grad_hook(arrived) for p in model.parameters()]
    while window := list(islice(stream, every)):
        for number, (inputs, targets) in enumerate(window, start=1):
            at_the_end = number == len(window)
            (loss_fn(model(inputs), targets) / len(window)).backward()
        steps += 1
    for hook in hooks:
        hook.remove()
    return steps
