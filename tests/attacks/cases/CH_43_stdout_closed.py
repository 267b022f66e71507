# id: CH-43
# kind: state left behind
# where: call
# status: passed
def attack():
    import os
    for fd in (1, 2):
        try:
            os.close(fd)
        except OSError:
            pass
