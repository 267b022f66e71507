# id: SB-01
# kind: across the boundary
# where: call
# status: passed crashed
def attack():
    import os
    try:
        os.kill(os.getppid(), 9)
    except OSError:
        pass
