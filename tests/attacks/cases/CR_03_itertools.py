# id: CR-03
# kind: loops
# where: call
# status: timeout
# says: did not finish
# slow: yes
def attack():
    import itertools
    max(itertools.repeat(1))
