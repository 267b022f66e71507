# id: CH-02
# kind: ending the run
# where: call
# status: passed crashed failed
def attack():
    import os
    os.fork()
