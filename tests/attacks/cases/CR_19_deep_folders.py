# id: CR-19
# kind: floods and disks
# where: call
# status: passed
def attack():
    import os
    here = os.getcwd()
    for _ in range(1500):
        os.mkdir('d')
        os.chdir('d')
    os.chdir(here)
