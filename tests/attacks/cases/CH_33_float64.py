# id: CH-33
# kind: values that are not the values
# where: return
# status: failed
# says: float64
def attack(x, solve):
    import torch
    import warnings
    warnings.simplefilter('ignore')
    return solve(x).double()
