# id: CR-19
# kind: floods and disks
# where: call
# status: passed
def attack():
    import os
    import random
    name = f'a{random.random()}{os.times().elapsed}'
    os.makedirs(f'{name}/b/c')
    open(f'{name}/b/c/f', 'w').close()
    for path in (f'{name}/b/c', f'{name}/b', name):
        os.chmod(path, 0)
