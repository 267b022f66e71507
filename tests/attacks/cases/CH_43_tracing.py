# id: CH-43
# kind: state left behind
# where: call
# status: passed
def attack():
    import sys
    sys.settrace(lambda *a: None)
    sys.setprofile(lambda *a: None)
