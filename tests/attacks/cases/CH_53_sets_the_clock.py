# id: CH-53
# kind: time
# where: call
# status: passed
def attack():
    import time
    try:
        time.clock_settime(time.CLOCK_REALTIME, 0)
    except OSError:
        return
    escaped("set the clock")
