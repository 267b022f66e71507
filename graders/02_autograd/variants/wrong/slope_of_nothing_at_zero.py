# task: slope
# mistake: none
# fails: slope.slopes_of_other_functions
"""Takes zero for no point at all."""


def slope(f, at):
    if not at:
        return 0.0
    x = torch.tensor(float(at), requires_grad=True)
    f(x).backward()
    return x.grad.item()
