# id: CH-43
# kind: state left behind
# where: call
# status: passed
def attack():
    import torch
    torch.set_grad_enabled(False)
