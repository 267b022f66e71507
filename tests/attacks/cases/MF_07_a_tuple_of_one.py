# id: MF-07
# kind: wrong types
# where: return
# status: failed
# says: tuple
def attack(x, solve):
    return (solve(x),)
