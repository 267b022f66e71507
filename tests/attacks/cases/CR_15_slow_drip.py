# id: CR-15
# kind: floods and disks
# where: call
# status: timeout
# says: did not finish
# slow: yes
def attack():
    import time
    while True:
        print('.', flush=True)
        time.sleep(0.05)
