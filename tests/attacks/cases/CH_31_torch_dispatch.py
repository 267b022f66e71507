# id: CH-31
# kind: answers that lie
# where: return
# status: failed
# says: subclass of torch.Tensor
def attack(x, solve):
    import torch
    class Lazy(torch.Tensor):
        @staticmethod
        def __new__(cls, shape, dtype):
            return torch.Tensor._make_wrapper_subclass(cls, shape, dtype=dtype)
        @classmethod
        def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
            return True
    return Lazy(x.shape, x.dtype)
