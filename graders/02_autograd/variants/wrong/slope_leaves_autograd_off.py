# task: slope
# mistake: grad-mode-left-off
# fails: slope.calls_stand_alone
"""Switches autograd on for itself, and off afterwards."""


def slope(f, at):
    torch.set_grad_enabled(True)
    x = torch.tensor(float(at), requires_grad=True)
    f(x).backward()
    torch.set_grad_enabled(False)
    return x.grad.item()
