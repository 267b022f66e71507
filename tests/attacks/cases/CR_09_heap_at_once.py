# id: CR-09
# kind: processes and memory
# where: call
# status: error
# says: MemoryError
def attack():
    x = ' ' * 10**11
