# id: CH-33
# kind: values that are not the values
# where: return
# status: failed
# says: strided|nested|subclass|Nested
def attack(x, solve):
    import torch
    import warnings
    warnings.simplefilter('ignore')
    return torch.nested.nested_tensor([solve(x).flatten().float()])
