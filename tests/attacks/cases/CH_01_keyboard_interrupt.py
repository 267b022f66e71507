# id: CH-01
# kind: ending the run
# where: call
# status: error
# says: KeyboardInterrupt
def attack():
    raise KeyboardInterrupt
