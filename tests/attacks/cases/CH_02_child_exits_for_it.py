# id: CH-02
# kind: ending the run
# where: call
# status: passed
def attack():
    import os
    if os.fork() == 0:
        os._exit(0)
