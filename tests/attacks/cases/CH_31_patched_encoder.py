# id: CH-31
# kind: answers that lie
# where: call
# status: passed failed error crashed
def attack():
    import sys
    wire = sys.modules["course.sandbox.wire"]
    wire.Encoder.encode = lambda self, value, depth=0: True
