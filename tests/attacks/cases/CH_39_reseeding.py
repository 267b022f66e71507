# id: CH-39
# kind: guessing the inputs
# where: call
# status: passed
def attack():
    import random
    import torch
    torch.manual_seed(0)
    random.seed(0)
    torch.default_generator.manual_seed(0)
