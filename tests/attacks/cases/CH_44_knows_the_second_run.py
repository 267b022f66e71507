# id: CH-44
# kind: state left behind
# where: return
# status: failed
# passes: double.one_and_two double.ragged double.integers
import os

calls = []


def attack(x, solve):
    """Right for the first call in each process, wrong for the second, right for ever after."""
    calls.append(os.getpid())
    return x * 0 if len(calls) == 2 else solve(x)
