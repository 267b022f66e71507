# id: CR-23
# kind: work at import
# where: load
# status: passed error failed not_attempted crashed
class _Gone:
    pass


globals()['double'] = double
__name__ = '__main__'
