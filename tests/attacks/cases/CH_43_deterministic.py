# id: CH-43
# kind: state left behind
# where: call
# status: passed
def attack():
    import torch
    torch.use_deterministic_algorithms(True)
