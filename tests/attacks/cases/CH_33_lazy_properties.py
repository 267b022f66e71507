# id: CH-33
# kind: values that are not the values
# where: return
# status: failed crashed
def attack(x, solve):
    import dataclasses
    import os
    @dataclasses.dataclass(repr=False)
    class Answer:
        value: object = None
        shape = property(lambda self: os._exit(0))
        __class__ = property(lambda self: os._exit(0))
    return Answer()
