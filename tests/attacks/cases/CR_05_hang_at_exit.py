# id: CR-05
# kind: loops
# where: call
# status: passed
def attack():
    import atexit
    import threading
    import time
    atexit.register(time.sleep, 99)
    threading.Thread(target=time.sleep, args=(99,)).start()
    class Slow:
        def __del__(self):
            time.sleep(99)
    if "slow" not in globals():
        globals()["slow"] = Slow()
