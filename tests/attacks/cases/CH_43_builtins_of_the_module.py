# id: CH-43
# kind: state left behind
# where: load
# status: passed failed error not_attempted
__builtins__ = {}
__name__ = __file__ = __spec__ = None
