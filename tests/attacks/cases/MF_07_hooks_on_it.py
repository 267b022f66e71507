# id: MF-07
# kind: wrong types
# where: return
# status: passed
def attack(x, solve):
    import os
    y = solve(x)
    if y.is_floating_point():
        y.requires_grad_()
        y.register_hook(lambda grad: os._exit(0))
        y.register_post_accumulate_grad_hook(lambda tensor: os._exit(0))
    return y
