# id: MF-07
# kind: wrong types
# where: return
# status: passed failed error
def attack(x, solve):
    y = solve(x)
    return y.refine_names(*"ab"[: y.dim()])
