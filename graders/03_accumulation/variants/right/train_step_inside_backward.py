# task: train_step
"""Steps from hooks while backward is still running, parameter by parameter."""


def train_step(model, optimizer, loss_fn, inputs, targets):
    def update(parameter):
        optimizer.step()
        parameter.grad = None

    hooks = [p.register_post_accumulate_grad_hook(update) for p in model.parameters()]
    loss = loss_fn(model(inputs), targets)
    loss.backward()
    for hook in hooks:
        hook.remove()
    return loss.item()
