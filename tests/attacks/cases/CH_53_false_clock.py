# id: CH-53
# kind: time
# where: call
# status: passed
def attack():
    import time
    time.time = time.monotonic = time.perf_counter = lambda: 0.0
    time.sleep = lambda seconds: None
