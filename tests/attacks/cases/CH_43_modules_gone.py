# id: CH-43
# kind: state left behind
# where: call
# status: passed error failed crashed
def attack():
    import sys
    for name in [n for n in sys.modules if n.startswith('torch.')]:
        del sys.modules[name]
