# id: CH-43
# kind: state left behind
# where: call
# status: passed error failed
def attack():
    import sys
    sys.setrecursionlimit(60)
