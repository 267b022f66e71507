# id: CR-15
# kind: floods and disks
# where: call
# status: passed
def attack():
    import os
    for _ in range(50):
        os.write(1, bytes(range(256)) * 100)
        os.write(2, b'\xe2\x28' * 1000)
