# id: CH-35
# kind: changed inputs
# where: return
# status: failed error
def attack(x, solve):
    import torch
    x.resize_(0)
    return torch.zeros(0)
