# id: CH-31
# kind: answers that lie
# where: return
# status: failed
# says: subclass of torch.Tensor
def attack(x, solve):
    import torch
    class Liar(torch.nn.Parameter):
        __torch_function__ = classmethod(lambda cls, func, types, args=(), kwargs=None: True)
    return torch.Tensor._make_subclass(Liar, solve(x), False)
