# id: CH-43
# kind: state left behind
# where: load
# status: passed failed error not_attempted crashed
import sys
import types


class Module(types.ModuleType):
    def __getattribute__(self, name):
        return lambda *args: True


sys.modules["submission"].__class__ = Module
sys.modules["__main__"] = sys.modules["submission"] = None
