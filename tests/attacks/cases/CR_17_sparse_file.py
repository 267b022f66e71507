# id: CR-17
# kind: floods and disks
# where: call
# status: error crashed
# says: large|File
def attack():
    import os
    with open('attack_sparse', 'wb') as file:
        os.truncate(file.fileno(), 2**50)
