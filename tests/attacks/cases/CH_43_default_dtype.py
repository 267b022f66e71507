# id: CH-43
# kind: state left behind
# where: call
# status: passed
def attack():
    import torch
    torch.set_default_dtype(torch.float64)
