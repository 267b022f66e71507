# id: CH-33
# kind: values that are not the values
# where: return
# status: failed
# says: expected
def attack(x, solve):
    import torch
    import warnings
    warnings.simplefilter('ignore')
    return type('Wait', (), {'__await__': lambda self: iter(())})()
