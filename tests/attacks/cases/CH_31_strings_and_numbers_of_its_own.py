# id: CH-31
# kind: answers that lie
# where: load
# status: passed failed
class Text(str):
    __hash__ = str.__hash__

    def __eq__(self, other):
        return True

    def __len__(self):
        return 0

    def __str__(self):
        return "Hello, Ada!"

    encode = None


class Number(int):
    __hash__ = int.__hash__

    def __eq__(self, other):
        return True

    def __int__(self):
        return 1

    def bit_length(self):
        return 0


class Sequence(list):
    def __iter__(self):
        return iter([1, 2])

    def __eq__(self, other):
        return True


_hello, _tick = greet, Counter.tick


def greet(name):
    return Text(_hello(name))


Counter.tick = lambda self: Number(_tick(self))
