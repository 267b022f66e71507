# id: CH-31
# kind: answers that lie
# where: return
# status: failed
# says: subclass of torch.Tensor
def attack(x, solve):
    import torch
    class Liar(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            return True if func in (torch.allclose, torch.equal) else super().__torch_function__(func, types, args, kwargs or {})
    return solve(x).as_subclass(Liar)
