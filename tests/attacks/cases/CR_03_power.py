# id: CR-03
# kind: loops
# where: call
# status: timeout
# says: did not finish
# slow: yes
def attack():
    x = 3 ** (10**8)
    str(x)
