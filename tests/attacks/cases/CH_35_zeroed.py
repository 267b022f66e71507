# id: CH-35
# kind: changed inputs
# where: return
# status: failed
# says: changed
def attack(x, solve):
    x.zero_()
    return solve(x)
