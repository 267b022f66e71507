# id: CH-01
# kind: ending the run
# where: call
# status: crashed
# says: signal 9
def attack():
    import os
    os.kill(os.getpid(), 9)
