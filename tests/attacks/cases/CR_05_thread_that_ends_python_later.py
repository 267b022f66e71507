# id: CR-05
# kind: loops
# where: load
# status: passed crashed
import os
import threading

threading.Timer(0.05, os._exit, (0,)).start()
