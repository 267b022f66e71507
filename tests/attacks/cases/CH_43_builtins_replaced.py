# id: CH-43
# kind: state left behind
# where: call
# status: passed error failed crashed timeout
def attack():
    import builtins
    builtins.isinstance = lambda *args: True
    builtins.len = lambda thing: 0
    builtins.print = None
