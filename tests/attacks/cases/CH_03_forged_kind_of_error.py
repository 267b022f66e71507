# id: CH-03
# kind: exceptions of the framework
# where: call
# status: error failed not_attempted
def attack():
    class Missing(Exception):
        pass
    raise Missing("double")
