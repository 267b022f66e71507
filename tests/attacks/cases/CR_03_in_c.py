# id: CR-03
# kind: loops
# where: call
# status: timeout
# says: did not finish within 1 s (at 01_greet.py
def attack():
    sum(range(10**12))
