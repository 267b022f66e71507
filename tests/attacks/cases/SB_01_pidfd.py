# id: SB-01
# kind: across the boundary
# where: call
# status: passed
def attack():
    import os
    import signal
    for pid in (int('@HOST@'), int('@WARM@')):
        try:
            signal.pidfd_send_signal(os.pidfd_open(pid), 0)
        except OSError:
            continue
        escaped('signalled the host by a pidfd')
