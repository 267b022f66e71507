# id: CH-25
# kind: text that attacks its readers
# where: load
# status: passed failed
# says: cut ...
def greet(name):
    return "\x1b[2J\u202e" * 150_000
