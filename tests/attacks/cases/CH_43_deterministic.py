# id: CH-43
# kind: state left behind
# where: call
# status: passed
# seconds: 20
def attack():
    import torch
    torch.use_deterministic_algorithms(True)
