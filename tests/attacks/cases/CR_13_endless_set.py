# id: CR-13
# kind: time bombs in answers
# where: return
# status: failed
# says: too many parts
# seconds: 10
def attack(x, solve):
    import itertools
    class Endless(set):
        def __iter__(self):
            return itertools.count()
        def __len__(self):
            return 1
    return Endless({1})
