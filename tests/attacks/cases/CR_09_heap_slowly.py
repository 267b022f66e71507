# id: CR-09
# kind: processes and memory
# where: call
# status: crashed error
# says: memory|MemoryError
# seconds: 5
def attack():
    kept = []
    while True:
        kept.append(bytearray(2**24))
