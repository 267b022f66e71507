# id: CH-31
# kind: answers that lie
# where: return
# status: failed error
def attack(x, solve):
    import torch
    class Liar:
        @property
        def __class__(self):
            return torch.Tensor
    return Liar()
