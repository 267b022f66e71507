# id: CR-17
# kind: floods and disks
# where: call
# status: error
# says: space|Errno
def attack():
    for i in range(10**6):
        with open(f'attack{i}', 'wb') as file:
            file.write(b'x' * 2**18)
