# id: CR-07
# kind: processes and memory
# where: call
# status: crashed
# says: more than 12 processes
# seconds: 5
def attack():
    import os
    import time
    for _ in range(40):
        if os.fork() == 0:
            time.sleep(99)
