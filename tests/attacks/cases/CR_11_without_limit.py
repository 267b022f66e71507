# id: CR-11
# kind: recursion
# where: call
# status: error crashed timeout
# seconds: 5
# slow: yes
def attack():
    import sys
    sys.setrecursionlimit(10**9)
    def f():
        return f()
    f()
