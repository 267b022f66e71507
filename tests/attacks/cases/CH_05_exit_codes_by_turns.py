# id: CH-05
# kind: ending the run
# where: call
# status: crashed
# says: ended Python
def attack():
    import os
    import time
    os._exit(time.time_ns() % 256)
