# id: CH-23
# kind: forged results
# where: call
# status: error
# says: raised ValueError
class Bomb:
    def __reduce__(self):
        import os
        return os.system, ("touch @MARKER@",)


def attack():
    raise ValueError(Bomb())
