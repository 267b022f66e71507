# id: MF-05
# kind: malformed code
# where: load
# status: passed
ｉｍｐｏｒｔ_ = 1
ℯｘｉｔ = 2
def dоuble(x):
    return x
