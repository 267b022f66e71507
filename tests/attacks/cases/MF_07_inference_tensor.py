# id: MF-07
# kind: wrong types
# where: return
# status: passed
# seconds: 20
def attack(x, solve):
    import torch
    with torch.inference_mode():
        return solve(x)
