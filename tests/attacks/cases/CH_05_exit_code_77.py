# id: CH-05
# kind: ending the run
# where: call
# status: crashed
# says: exit code 77
def attack():
    import os
    os._exit(77)
