# id: CR-07
# kind: processes and memory
# where: call
# status: error crashed
# says: can't start new thread|started more than 1,024 threads
# seconds: 8
def attack():
    import threading
    import time
    threading.stack_size(32_768)
    for _ in range(20_000):
        threading.Thread(target=time.sleep, args=(99,), daemon=True).start()
