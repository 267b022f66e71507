# id: CH-01
# kind: ending the run
# where: call
# status: error crashed
# says: KeyboardInterrupt|signal 2
def attack():
    import _thread
    import time
    _thread.interrupt_main()
    time.sleep(0.05)
