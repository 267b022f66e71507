# id: CH-44
# kind: state left behind
# where: return
# status: crashed failed
# passes: double.one_and_two
import os

called = []


def attack(x, solve):
    """Right once in each process, and then gone, so that the next check finds a fresh one."""
    called.append(x)
    if len(called) > 1:
        os._exit(0)
    return solve(x)
