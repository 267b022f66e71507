# id: SB-01
# kind: across the boundary
# where: call
# status: passed
def attack():
    import os
    import signal
    for pid in (int('@HOST@'), int('@WARM@')):
        for number in (0, signal.SIGSTOP, signal.SIGKILL):
            try:
                os.kill(pid, number)
            except OSError:
                continue
            escaped('signalled the host')
