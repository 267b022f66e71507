# id: CH-43
# kind: state left behind
# where: call
# status: passed crashed failed error
def attack():
    import gc
    import os
    gc.callbacks.append(lambda phase, info: os._exit(0))
    gc.set_threshold(1)
