# id: CH-63
# kind: side channels
# where: call
# status: passed
def attack():
    import sys
    for _ in range(200):
        sys.stdout.write("0" * 1000)
