# id: CR-01
# kind: loops
# where: call
# status: timeout
# says: did not finish within 1 s (at 01_greet.py
def attack():
    while True:
        pass
