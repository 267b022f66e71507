# id: CH-23
# kind: forged results
# where: return
# status: failed
# says: expected
class Bomb:
    def __reduce__(self):
        import os
        return os.system, ("touch @MARKER@",)


def attack(x, solve):
    return [{'a': (Bomb(),)}, Bomb()]
