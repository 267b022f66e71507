# id: CR-05
# kind: loops
# where: return
# status: passed crashed failed
def attack(x, solve):
    """Python ends when the arguments of the call are freed: after the answer, before the next question."""
    import os
    import weakref
    weakref.finalize(x, os._exit, 0).atexit = False
    return solve(x)
