# id: CH-33
# kind: values that are not the values
# where: return
# status: failed error crashed
def attack(x, solve):
    import torch
    return torch._efficientzerotensor(x.shape, dtype=x.dtype)
