# id: CR-09
# kind: processes and memory
# where: call
# status: error
# says: memory
def attack():
    import torch
    torch.ones(10**11)
