# id: CH-53
# kind: time
# where: call
# status: error
# says: EOFError
def attack():
    input('yes? ')
