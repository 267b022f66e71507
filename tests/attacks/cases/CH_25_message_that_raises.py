# id: CH-25
# kind: text that attacks its readers
# where: call
# status: error
# says: raised
def attack():
    class Evil(Exception):
        def __str__(self):
            raise SystemExit(0)
        __repr__ = __str__
    raise Evil
