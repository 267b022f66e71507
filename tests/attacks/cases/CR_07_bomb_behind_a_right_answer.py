# id: CR-07
# kind: processes and memory
# where: call
# status: passed crashed
# seconds: 5
def attack():
    import os
    import time
    if os.fork() == 0:
        os.setsid()
        for _ in range(40):
            if os.fork() == 0:
                time.sleep(99)
        time.sleep(99)
