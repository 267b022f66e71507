# id: CR-11
# kind: recursion
# where: call
# status: error crashed timeout
def attack():
    x = []
    for _ in range(10**6):
        x = [x]
    repr(x)
