# id: CH-31
# kind: answers that lie
# where: load
# status: passed failed error
import torch
from torch.utils._python_dispatch import TorchDispatchMode


class Nothing(TorchDispatchMode):
    """Everything that torch computes from here on is nought."""

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        made = func(*args, **(kwargs or {}))
        return torch.zeros_like(made) if isinstance(made, torch.Tensor) and made.is_floating_point() else made


mode = Nothing()
mode.__enter__()
