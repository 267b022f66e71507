# id: CH-53
# kind: time
# where: call
# status: timeout
# says: did not finish within 1 s
# twice: yes
def attack():
    import time
    time.sleep(99)
