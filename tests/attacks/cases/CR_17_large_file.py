# id: CR-17
# kind: floods and disks
# where: call
# status: error crashed
# says: large|space|File|file
def attack():
    with open('attack_large', 'wb') as file:
        while True:
            file.write(b'x' * 2**20)
