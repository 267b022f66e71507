# id: CH-43
# kind: state left behind
# where: call
# status: passed
def attack():
    import numpy
    numpy.seterr(all='raise')
