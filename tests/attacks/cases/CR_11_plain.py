# id: CR-11
# kind: recursion
# where: call
# status: error
# says: RecursionError
def attack():
    def f():
        return f()
    f()
