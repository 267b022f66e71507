# id: CH-33
# kind: values that are not the values
# where: return
# status: failed error
# says: not strided|raised
# seconds: 20
def attack(x, solve):
    return solve(x).float().to_mkldnn()
