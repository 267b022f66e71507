# id: CR-25
# kind: the channel
# where: call
# status: crashed
# says: could not be read
def attack():
    import os
    os.write(3, b'\xff' * 8)
    import time
    time.sleep(0.5)
