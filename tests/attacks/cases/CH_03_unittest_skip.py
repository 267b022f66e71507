# id: CH-03
# kind: exceptions of the framework
# where: call
# status: error
# says: raised
def attack():
    import unittest
    raise unittest.SkipTest('no')
