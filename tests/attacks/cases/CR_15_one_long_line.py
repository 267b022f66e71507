# id: CR-15
# kind: floods and disks
# where: call
# status: passed
# seconds: 5
def attack():
    import sys
    for _ in range(300):
        sys.stdout.write('x' * 100_000)
