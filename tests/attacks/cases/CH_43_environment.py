# id: CH-43
# kind: state left behind
# where: call
# status: passed
def attack():
    import os
    os.environ.clear()
