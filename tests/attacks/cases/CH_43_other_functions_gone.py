# id: CH-43
# kind: state left behind
# where: call
# status: passed
def attack():
    globals().pop('greet', None)
    globals().pop('Counter', None)
