# id: CH-31
# kind: answers that lie
# where: return
# status: passed failed error
def attack(x, solve):
    import sys
    y = solve(x)
    facts = sys.modules["course.sandbox.wire"].Facts
    y._course_facts = facts(requires_grad=True, is_parameter=True, grad_fn="MulBackward0")
    return y
