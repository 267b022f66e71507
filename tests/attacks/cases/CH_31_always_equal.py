# id: CH-31
# kind: answers that lie
# where: return
# status: failed
# says: expected
def attack(x, solve):
    class Equal:
        def __eq__(self, other):
            return True
        __hash__ = None
        def __getattr__(self, name):
            return self
        def __call__(self, *args, **kwargs):
            return self
    return Equal()
