# id: CR-15
# kind: floods and disks
# where: call
# status: passed
# seconds: 5
def attack():
    import sys
    for _ in range(20_000):
        print('x' * 200, file=sys.stderr)
