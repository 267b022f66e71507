# id: MF-07
# kind: wrong types
# where: return
# status: passed
def attack(x, solve):
    y = solve(x)
    return y.requires_grad_() if y.is_floating_point() else y
