# id: CH-01
# kind: ending the run
# where: call
# status: error
# says: SystemExit
def attack():
    import sys
    sys.exit(0)
