# id: CR-13
# kind: time bombs in answers
# where: return
# status: failed
# says: expected
def attack(x, solve):
    return {frozenset([1, 2]): {frozenset([frozenset()])}, (frozenset([3]),): [1]}
