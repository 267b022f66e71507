# id: CH-43
# kind: state left behind
# where: call
# status: passed
def attack():
    import signal
    for n in range(1, 60):
        try:
            signal.signal(n, signal.SIG_IGN)
        except (OSError, ValueError):
            pass
