# id: CR-09
# kind: processes and memory
# where: call
# status: crashed error timeout
# seconds: 5
def attack():
    x = '0'
    while True:
        x += x
