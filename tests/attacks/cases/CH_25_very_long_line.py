# id: CH-25
# kind: text that attacks its readers
# where: call
# status: error
# says: raised
def attack():
    print('x' * 5_000_000)
    raise ValueError('y' * 5_000_000)
