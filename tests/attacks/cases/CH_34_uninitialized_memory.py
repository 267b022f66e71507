# id: CH-34
# kind: values that are not the values
# where: return
# status: passed failed
def attack(x, solve):
    import torch
    return torch.empty_like(x)
