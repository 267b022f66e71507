# id: CR-25
# kind: the channel
# where: call
# status: crashed
# says: could not be read|does not belong
def attack():
    import os
    os.write(3, b'\x00' * 64)
    import time
    time.sleep(0.5)
