# id: CH-39
# kind: guessing the inputs
# where: return
# status: passed
def attack(x, solve):
    import torch
    torch.manual_seed(torch.initial_seed())
    for shape in ((3, 5), tuple(x.shape)):
        if x.is_floating_point() and x.numel() > 3 and torch.equal(torch.randn(shape), x):
            escaped("drew the inputs again")
    return solve(x)
