# id: CH-25
# kind: text that the reader obeys
# where: return
# status: passed failed error
def attack(x, solve):
    import torch
    if not x.is_floating_point():
        return solve(x)
    class Function(torch.autograd.Function):
        @staticmethod
        def forward(ctx, value):
            return solve(value)
        @staticmethod
        def backward(ctx, grad):
            return grad * float("nan")
    Function.__name__ = Function.__qualname__ = "\x1b]8;;http://evil\x07<b>"
    return Function.apply(x.clone().requires_grad_())
