# task: fit_line
"""Notes the detached losses in a tensor and makes them a list at the end; flags autograd off and on by hand."""


def fit_line(x, y, lr=0.01, steps=2000):
    theta = torch.zeros(2, requires_grad=True)
    features = torch.stack((x, torch.ones_like(x)), dim=1)
    notes = torch.zeros(steps)
    for step in range(steps):
        loss = torch.nn.functional.mse_loss(features @ theta, y)
        notes[step] = loss.detach()
        (slope_and_offset,) = torch.autograd.grad(outputs=loss, inputs=theta)
        with torch.no_grad():
            theta += -lr * slope_and_offset
    w, b = theta.tolist()
    return w, b, notes.tolist()
