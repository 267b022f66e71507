# id: CR-25
# kind: the channel
# where: call
# status: timeout
# says: did not finish
# slow: yes
def attack():
    import os
    import time
    os.write(3, b'\x00\x00\x00\x20\x00\x00\x00\x00{')
    time.sleep(99)
