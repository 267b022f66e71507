# id: CR-15
# kind: floods and disks
# where: call
# status: timeout
# says: did not finish
# slow: yes
def attack():
    while True:
        print('x' * 1000)
