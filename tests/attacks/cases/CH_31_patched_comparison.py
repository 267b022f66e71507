# id: CH-31
# kind: answers that lie
# where: call
# status: passed
def attack():
    import torch
    torch.allclose = torch.equal = lambda *args, **kwargs: True
    torch.testing.assert_close = lambda *args, **kwargs: None
    torch.isfinite = lambda value: torch.ones(())
