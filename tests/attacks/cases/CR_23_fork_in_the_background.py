# id: CR-23
# kind: work at import
# where: load
# status: passed crashed
import os
import time
if os.fork() == 0:
    os.setsid()
    time.sleep(99)
