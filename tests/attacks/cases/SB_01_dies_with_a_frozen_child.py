# id: SB-01
# kind: across the boundary
# where: call
# status: passed
def attack():
    """A stopped grandchild in a session of its own, whose parent is gone, and which ignores everything."""
    import os
    import signal
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for number in range(1, 65):
                try:
                    signal.signal(number, signal.SIG_IGN)
                except (OSError, ValueError):
                    pass
            os.kill(os.getpid(), signal.SIGSTOP)
        os._exit(0)
