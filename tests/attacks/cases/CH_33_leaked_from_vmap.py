# id: CH-33
# kind: values that are not the values
# where: return
# status: failed error crashed passed
# seconds: 20
def attack(x, solve):
    import torch
    leaked = []
    torch.vmap(lambda row: leaked.append(solve(row)) or row)(x)
    return leaked[0]
