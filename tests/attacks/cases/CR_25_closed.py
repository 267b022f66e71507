# id: CR-25
# kind: the channel
# where: call
# status: crashed
# says: closed the channel|ended
# seconds: 5
def attack():
    import os
    os.close(3)
    import time
    time.sleep(9)
