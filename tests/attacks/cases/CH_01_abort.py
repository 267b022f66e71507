# id: CH-01
# kind: ending the run
# where: call
# status: crashed
# says: signal 6
def attack():
    import os
    os.abort()
