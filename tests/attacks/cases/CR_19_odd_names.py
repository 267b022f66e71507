# id: CR-19
# kind: floods and disks
# where: call
# status: passed
def attack():
    for name in ('-rf', 'a\nb', ' ', 'x' * 255, '\udcff', '~', '*', '$(reboot)', 'con', '..x'):
        with open(name, 'w') as file:
            file.write('x')
