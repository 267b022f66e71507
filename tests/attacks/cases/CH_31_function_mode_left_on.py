# id: CH-31
# kind: answers that lie
# where: call
# status: passed failed error crashed timeout
# seconds: 20
def attack():
    import torch
    from torch.overrides import TorchFunctionMode
    class Yes(TorchFunctionMode):
        def __torch_function__(self, func, types, args=(), kwargs=None):
            return True if "close" in str(func) or "equal" in str(func) else func(*args, **(kwargs or {}))
    Yes().__enter__()
