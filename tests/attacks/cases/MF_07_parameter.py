# id: MF-07
# kind: wrong types
# where: return
# status: passed
def attack(x, solve):
    import torch
    y = solve(x)
    return torch.nn.Parameter(y) if y.is_floating_point() else y
