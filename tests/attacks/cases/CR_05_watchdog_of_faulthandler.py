# id: CR-05
# kind: loops
# where: call
# status: passed crashed failed
def attack():
    import faulthandler
    faulthandler.dump_traceback_later(0.003, exit=True)
