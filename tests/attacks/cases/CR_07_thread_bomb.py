# id: CR-07
# kind: processes and memory
# where: call
# status: error crashed
# says: thread|memory
# seconds: 5
def attack():
    import threading
    import time
    while True:
        threading.Thread(target=time.sleep, args=(99,), daemon=True).start()
