# task: fit_line
"""nn.Linear with shapes kept in step, losses read once at the end."""


def fit_line(x, y, lr=0.01, steps=2000):
    layer = torch.nn.Linear(1, 1)
    for parameter in layer.parameters():
        torch.nn.init.zeros_(parameter)
    losses = []
    for _ in range(steps):
        loss = torch.nn.functional.mse_loss(layer(x[:, None]).squeeze(1), y)
        losses.append(loss.detach())
        layer.zero_grad()
        loss.backward()
        with torch.no_grad():
            for parameter in layer.parameters():
                parameter.add_(parameter.grad, alpha=-lr)
    return layer.weight.item(), layer.bias.item(), torch.stack(losses).tolist()
