# id: CH-33
# kind: values that are not the values
# where: return
# status: failed error crashed passed
# seconds: 20
def attack(x, solve):
    import torch
    leaked = []
    torch.func.grad(lambda value: (leaked.append(solve(value)), value.sum())[1])(x.float())
    return leaked[0]
