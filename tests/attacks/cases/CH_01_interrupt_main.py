# id: CH-01
# kind: ending the run
# where: call
# status: passed error crashed
def attack():
    import _thread
    import time
    _thread.interrupt_main()
    time.sleep(0.05)
