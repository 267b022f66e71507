# id: CR-24
# kind: work at import
# where: load
# status: passed
def __getattr__(name):
    return lambda *args: True


__all__ = ['x']
