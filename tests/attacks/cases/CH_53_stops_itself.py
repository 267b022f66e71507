# id: CH-53
# kind: time
# where: call
# status: timeout
# says: did not finish within 1 s
# slow: yes
def attack():
    import os
    import signal
    os.kill(os.getpid(), signal.SIGSTOP)
