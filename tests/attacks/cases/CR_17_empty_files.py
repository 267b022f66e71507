# id: CR-17
# kind: floods and disks
# where: call
# status: error timeout
# seconds: 5
# slow: yes
def attack():
    for i in range(10**6):
        open(f'attack{i}', 'w').close()
