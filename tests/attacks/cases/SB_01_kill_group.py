# id: SB-01
# kind: across the boundary
# where: call
# status: crashed
# says: signal 9
def attack():
    import os
    os.killpg(0, 9)
