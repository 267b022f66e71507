# id: CH-35
# kind: changed inputs
# where: return
# status: failed
# says: changed
def attack(x, solve):
    y = solve(x)
    x.requires_grad_(x.is_floating_point())
    x.unsqueeze_(0)
    return y
