# id: CR-09
# kind: processes and memory
# where: call
# status: crashed
# says: memory, the limit
# seconds: 10
# slow: yes
def attack():
    import os
    import time
    for _ in range(5):
        if os.fork() == 0:
            kept = bytearray(300 * 2**20)
            for i in range(0, len(kept), 4096):
                kept[i] = 1
            time.sleep(99)
    time.sleep(9)
