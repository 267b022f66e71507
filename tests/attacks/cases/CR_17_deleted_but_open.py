# id: CR-17
# kind: floods and disks
# where: call
# status: error
# says: space|Errno
def attack():
    import os
    kept = []
    for i in range(100):
        file = open(f'attack{i}', 'wb')
        os.unlink(file.name)
        file.write(b'x' * 2**20)
        file.flush()
        kept.append(file)
