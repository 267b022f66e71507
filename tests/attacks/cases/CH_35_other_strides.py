# id: CH-35
# kind: changed inputs
# where: return
# status: failed
# says: changed
def attack(x, solve):
    y = solve(x)
    x.unsqueeze_(0)
    return y
