# id: CR-23
# kind: work at import
# where: load
# status: crashed
# says: memory|signal
# slow: yes
_kept = []
while True:
    try:
        _kept.append(bytearray(2**24))
    except MemoryError:
        pass
