# id: CH-36
# kind: changed inputs
# where: return
# status: failed passed
def attack(x, solve):
    return x
