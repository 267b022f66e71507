# id: CR-25
# kind: the channel
# where: call
# status: crashed timeout
def attack():
    import os
    import time
    if os.fork() == 0:
        time.sleep(99)
    os._exit(5)
