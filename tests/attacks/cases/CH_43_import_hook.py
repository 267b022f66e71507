# id: CH-43
# kind: state left behind
# where: call
# status: passed error failed crashed
def attack():
    import sys
    class Hook:
        def find_spec(self, name, path=None, target=None):
            raise SystemExit(0)
    sys.meta_path.insert(0, Hook())
