# id: CR-01
# kind: loops
# where: call
# status: timeout
# says: did not finish
# slow: yes
def attack():
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
