# task: slope
# mistake: grad-left-over
# fails: slope.slopes_of_other_functions, slope.calls_stand_alone
"""One leaf for all calls, never cleared."""


shared_leaf = torch.tensor(0.0, requires_grad=True)


def slope(f, at):
    with torch.no_grad():
        shared_leaf.fill_(at)
    f(shared_leaf).backward()
    return shared_leaf.grad.item()
