# id: CH-25
# kind: text that attacks its readers
# where: load
# status: passed
class Meta(type):
    @property
    def __name__(cls):
        raise ValueError("no name")

    @property
    def __mro__(cls):
        raise ValueError("no bases")


class Odd(Exception, metaclass=Meta):
    pass


raise Odd("x")
