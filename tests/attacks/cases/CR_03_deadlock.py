# id: CR-03
# kind: loops
# where: call
# status: timeout
# says: did not finish
# slow: yes
def attack():
    import threading
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()
