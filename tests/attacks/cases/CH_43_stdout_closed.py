# id: CH-43
# kind: state left behind
# where: call
# status: passed
def attack():
    import os
    os.close(1)
    os.close(2)
