# id: CH-01
# kind: ending the run
# where: call
# status: crashed
# says: ended Python (exit code 0)
def attack():
    import os
    os.execv("/bin/true", ["true"])
