# id: CH-31
# kind: answers that lie
# where: call
# status: passed failed error crashed
def attack():
    """What the encoder calls, and what a probe calls."""
    import torch
    for name in ("detach", "numel", "dim", "stride", "storage_offset", "untyped_storage", "is_conj"):
        setattr(torch.Tensor, name, lambda self, *args: True)
    torch.Tensor.__eq__ = torch.Tensor.allclose = torch.Tensor.equal = lambda *args, **kwargs: True
