# id: CH-02
# kind: ending the run
# where: call
# status: passed
def attack():
    import os
    os.fork()
