# id: CH-33
# kind: values that are not the values
# where: return
# status: failed
# says: float8
def attack(x, solve):
    import torch
    import warnings
    warnings.simplefilter('ignore')
    return solve(x).float().to(torch.float8_e4m3fn)
