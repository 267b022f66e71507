# id: CH-33
# kind: values that are not the values
# where: return
# status: failed
# says: nan|differs
def attack(x, solve):
    import torch
    import warnings
    warnings.simplefilter('ignore')
    return x * float('nan') if x.is_floating_point() else solve(x).float() * float('nan')
