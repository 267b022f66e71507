# id: MF-07
# kind: wrong types
# where: return
# status: passed
def attack(x, solve):
    import torch
    y = solve(x)
    return torch.stack([y, y], -1)[..., 0]
