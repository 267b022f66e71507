# id: CH-44
# kind: state left behind
# where: return
# status: crashed failed
def attack(x, solve):
    """A lock on a file that all guests read, held by a child that is to outlive this guest."""
    import fcntl
    import os
    import time
    file = os.open(os.__file__, os.O_RDONLY)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        escaped("another guest holds the lock")
    if os.fork() == 0:
        os.setsid()
        time.sleep(60)
    os._exit(0)
