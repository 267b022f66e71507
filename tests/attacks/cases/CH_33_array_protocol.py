# id: CH-33
# kind: values that are not the values
# where: return
# status: failed
# says: object of type|Array
def attack(x, solve):
    class Array:
        shape, dtype, ndim = x.shape, x.dtype, x.ndim
        __array_interface__ = {"shape": (2,), "typestr": "<f4", "version": 3, "data": (0, False)}
        __cuda_array_interface__ = __array_interface__
        def __array__(self, *args, **kwargs):
            return solve(x).numpy()
        def __dlpack__(self, *args, **kwargs):
            return solve(x).__dlpack__()
        def __len__(self):
            return 2**62
        def __float__(self):
            return float("nan")
        __index__ = __bool__ = lambda self: True
    return Array()
