# id: CR-09
# kind: processes and memory
# where: call
# status: error
# says: space|Errno|NoSpace|large
def attack():
    kept = [open(f'/dev/shm/attack{i}', 'wb') for i in range(50)]
    for file in kept:
        file.write(b'x' * 2**22)
        file.flush()
