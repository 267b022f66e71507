# id: MF-07
# kind: wrong types
# where: return
# status: passed
def attack(x, solve):
    import torch
    return torch._neg_view(-solve(x))
