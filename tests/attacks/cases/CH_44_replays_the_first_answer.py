# id: CH-44
# kind: state left behind
# where: return
# status: failed
# passes: double.one_and_two double.integers
KEPT = []


def attack(x, solve):
    if not KEPT:
        KEPT.append(solve(x))
    return KEPT[0]
