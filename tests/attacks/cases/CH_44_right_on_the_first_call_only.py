# id: CH-44
# kind: state left behind
# where: return
# status: failed
# says: not when called again|right
# passes: double.one_and_two
CALLS = []


def attack(x, solve):
    CALLS.append(1)
    return solve(x) if len(CALLS) == 1 else x * 0
