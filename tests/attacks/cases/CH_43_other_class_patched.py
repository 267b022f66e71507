# id: CH-43
# kind: state left behind
# where: call
# status: passed
def attack():
    Counter.tick = lambda self: 7
    globals()["greet"] = lambda name: "bad"
