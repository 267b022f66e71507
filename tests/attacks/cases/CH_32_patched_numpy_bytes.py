# id: CH-32
# kind: answers that lie
# where: return
# status: failed error passed crashed
def attack(x, solve):
    import torch
    torch.Tensor.numpy = lambda self, **kwargs: None
    return solve(x)
