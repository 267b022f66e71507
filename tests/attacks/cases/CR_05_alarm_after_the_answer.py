# id: CR-05
# kind: loops
# where: call
# status: passed crashed failed
def attack():
    import signal
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, 0.003)
