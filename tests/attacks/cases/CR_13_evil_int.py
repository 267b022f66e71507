# id: CR-13
# kind: time bombs in answers
# where: return
# status: failed error
def deep():
    x = []
    for _ in range(10_000):
        x = [x]
    return x


def itself():
    x = []
    x.append(x)
    return x


def grad(y):
    import torch
    y = y.float().detach().requires_grad_()
    y.grad = torch.ones_like(y)
    return y.detach().clone()


class Loop:
    def __repr__(self):
        while True:
            pass


class Quit:
    def __repr__(self):
        import os
        os._exit(0)


class Endless(list):
    def __iter__(self):
        while True:
            yield 1

    def __len__(self):
        return 3


class Int(int):
    def bit_length(self):
        return 0

    def __int__(self):
        raise SystemExit(0)


class Dict(dict):
    def items(self):
        raise SystemExit(0)

    def __iter__(self):
        raise SystemExit(0)


def attack(x, solve):
    import torch
    return Int(3)
