# id: CH-33
# kind: values that are not the values
# where: return
# status: failed
# says: infinite|differs
def attack(x, solve):
    import torch
    import warnings
    warnings.simplefilter('ignore')
    return (solve(x).float() + torch.tensor([float('inf')] + [0.0] * (x.shape[-1] - 1)))
