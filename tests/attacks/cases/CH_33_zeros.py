# id: CH-33
# kind: values that are not the values
# where: return
# status: failed
# says: zero|no value|right
def attack(x, solve):
    import torch
    import warnings
    warnings.simplefilter('ignore')
    return torch.zeros_like(x)
