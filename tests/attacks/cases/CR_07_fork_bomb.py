# id: CR-07
# kind: processes and memory
# where: call
# status: crashed
# says: more than 12 processes
# seconds: 10
def attack():
    import os
    while True:
        os.fork()
