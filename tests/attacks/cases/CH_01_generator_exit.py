# id: CH-01
# kind: ending the run
# where: call
# status: error
# says: GeneratorExit
def attack():
    raise GeneratorExit
