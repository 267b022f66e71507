# id: CH-44
# kind: state left behind
# where: return
# status: crashed failed
# passes: double.one_and_two
import os
import signal

called = []


def attack(x, solve):
    """Right once; then it looks as if somebody else had killed it, which is worth a second try."""
    called.append(x)
    if len(called) > 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return solve(x)
