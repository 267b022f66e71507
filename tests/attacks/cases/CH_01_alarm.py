# id: CH-01
# kind: ending the run
# where: call
# status: crashed
# says: signal 14
def attack():
    import signal
    import time
    signal.setitimer(signal.ITIMER_REAL, 0.01)
    time.sleep(0.5)
