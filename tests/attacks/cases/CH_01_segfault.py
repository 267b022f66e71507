# id: CH-01
# kind: ending the run
# where: call
# status: crashed
# says: signal 11
def attack():
    import ctypes
    ctypes.string_at(0)
