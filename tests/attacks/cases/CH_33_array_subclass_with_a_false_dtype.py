# id: CH-33
# kind: values that are not the values
# where: return
# status: failed error crashed
def attack(x, solve):
    import numpy
    class Kind:
        kind, str = "f", "<f64"
        itemsize = 0
    class Array(numpy.ndarray):
        dtype = property(lambda self: Kind())
        shape = property(lambda self: (2**40, 2**40))
        ndim = property(lambda self: 2)
        tobytes = lambda self: b""
    return numpy.zeros(2).view(Array)
