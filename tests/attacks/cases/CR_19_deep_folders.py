# id: CR-19
# kind: floods and disks
# where: call
# status: passed
def attack():
    import os
    import random
    here = os.getcwd()
    name = f'x{random.random()}{os.times().elapsed}'
    os.mkdir(name)
    os.chdir(name)
    for _ in range(1500):
        os.mkdir('d')
        os.chdir('d')
    os.chdir(here)
