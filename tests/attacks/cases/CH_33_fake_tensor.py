# id: CH-33
# kind: values that are not the values
# where: return
# status: failed error
# seconds: 20
# says: subclass of torch.Tensor
def attack(x, solve):
    from torch._subclasses.fake_tensor import FakeTensorMode
    return FakeTensorMode().from_tensor(solve(x))
