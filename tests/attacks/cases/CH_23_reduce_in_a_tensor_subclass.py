# id: CH-23
# kind: forged results
# where: return
# status: failed
# says: subclass of torch.Tensor
def attack(x, solve):
    import torch
    class Evil(torch.Tensor):
        def __reduce_ex__(self, protocol):
            import os
            return os.system, ("touch @MARKER@",)
    return torch.Tensor._make_subclass(Evil, solve(x))
