# id: SB-01
# kind: across the boundary
# where: call
# status: passed crashed
def attack():
    import os
    for number in (9, 15, 19):
        try:
            os.kill(1, number)
        except OSError:
            pass
