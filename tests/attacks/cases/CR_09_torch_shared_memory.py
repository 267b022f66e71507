# id: CR-09
# kind: processes and memory
# where: call
# status: error crashed
def attack():
    import torch
    kept = [torch.ones(2**20).share_memory_() for _ in range(50)]
